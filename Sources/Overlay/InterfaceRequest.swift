public import VitrineGestures
public import VitrinePlayback
public import VitrineTiming

/// What the interface wants done.
public enum InterfaceRequest: Hashable, Sendable {
  case perform(Command)
  /// A small picture of the present item at this time, soon; of several the last one counts.
  case thumbnail(MediaTime)
  /// Plays an entry of the list of videos, alone.
  case open(Int)
  /// Ends what plays, for the list of videos.
  case leave
  /// Tells the program that plays that people want to go back.
  case back
  /// Plays all of the list, for passers-by.
  case attract
  /// Tells the interface how the machine is, soon: see `ScreenFacts`.
  case screenFacts
  /// Plays the list of the service again, in the place of what was cleared or loaded.
  case programme
  /// Ends the program, for its manager to start it again.
  case restart
  /// Tells the program that plays, which listens.
  case own(OwnInput)
}

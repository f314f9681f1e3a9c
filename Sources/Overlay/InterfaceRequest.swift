public import VitrineGestures
public import VitrinePlayback
public import VitrineTiming

/// A request of the interface.
public enum InterfaceRequest: Hashable, Sendable {
  case perform(Command)
  /// Load a thumbnail of the current item at this time; only the latest request counts.
  case thumbnail(MediaTime)
  /// Play this entry of the gallery, alone.
  case open(Int)
  /// End playback and show the gallery.
  case leave
  /// Tell the program that the visitor goes back.
  case back
  /// Play the whole list as attract loop.
  case attract
  /// Collect the data for the service menu: see `ScreenFacts`.
  case screenFacts
  /// Play the service's list again, instead of a queue that was cleared or loaded.
  case programme
  /// End the program; its manager restarts it.
  case restart
  /// Report input to the program.
  case own(AppInput)
}

internal import VitrinePictures

/// How an item replaces the previous one on screen.
///
/// Each item plays to its end. Half of the transition is before that moment, half after it; the frame
/// of the item that does not play is frozen. After a jump, such as ``Player/next()``, the whole
/// transition follows. Seeks and repetitions of an item have none.
///
/// The CPU mixes the pictures. HDR pictures, pictures in the memory of a hardware decoder, and those
/// that are too large for the CPU replace each other at once.
public struct Transition: Hashable, Sendable {
  let value: VitrinePictures.Transition

  init(_ value: VitrinePictures.Transition) { self.value = value }

  /// At once.
  public static let cut = Transition(.cut)

  /// The previous picture fades to black, then the next one appears. `duration` is 0.1 to 5 s.
  public static func fade(for duration: Duration = .milliseconds(600)) -> Transition {
    Transition(.fade, duration)
  }

  /// The previous picture dissolves into the next one. `duration` is 0.1 to 5 s.
  public static func crossFade(for duration: Duration = .milliseconds(600)) -> Transition {
    Transition(.crossFade, duration)
  }

  /// The next picture pushes the previous one out to the left. `duration` is 0.1 to 5 s.
  public static func slide(for duration: Duration = .milliseconds(600)) -> Transition {
    Transition(.slide, duration)
  }

  private init(_ kind: VitrinePictures.Transition.Kind, _ duration: Duration) {
    value = VitrinePictures.Transition(
      kind, for: min(max(duration, .milliseconds(100)), .seconds(5)))
  }
}

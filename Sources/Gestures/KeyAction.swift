/// What a key of a remote or keyboard stands for.
public enum KeyAction: String, CaseIterable, Hashable, Sendable {
  case ok, up, down, left, right, back, menu
  case playPause = "play-pause"
  case play, pause, stop
  case seekForward = "seek-forward"
  case seekBackward = "seek-backward"
  case next, previous
  case volumeUp = "volume-up"
  case volumeDown = "volume-down"
  case mute, info, subtitles, audio, fit, rotate
  case digit0, digit1, digit2, digit3, digit4, digit5, digit6, digit7, digit8, digit9
  case red, green, yellow, blue
  case power
  /// Does nothing.
  case none
}

/// One moment in the life of a pressed key.
public struct KeyPress: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case pressed
    /// Held; counted from one.
    case repeated(Int)
    /// Held for as long as a long press of a finger; once, beside the repeats.
    case held
    case released
  }

  public var action: KeyAction
  public var kind: Kind

  public init(_ action: KeyAction, _ kind: Kind) {
    (self.action, self.kind) = (action, kind)
  }
}

/// The action of a key on a remote control or keyboard.
package enum KeyAction: String, CaseIterable, Hashable, Sendable {
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
  /// No action.
  case none
}

/// A change of a key's state.
package struct KeyPress: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case pressed
    /// Held; counted from 1.
    case repeated(Int)
    /// Held for the time of a long press; reported once, in addition to the repeats.
    case held
    case released
  }

  package var action: KeyAction
  package var kind: Kind

  package init(_ action: KeyAction, _ kind: Kind) {
    self.action = action
    self.kind = kind
  }
}

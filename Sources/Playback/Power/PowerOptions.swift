/// How the display is turned off, and playback meanwhile.
package struct PowerOptions: Hashable, Sendable {
  package var off: DisplayOff
  package var meanwhile: PlayWhileOff

  package init(off: DisplayOff = .dpms, meanwhile: PlayWhileOff = .pause) {
    self.off = off
    self.meanwhile = meanwhile
  }
}

/// The signal of a display that is off.
package enum DisplayOff: String, CaseIterable, Hashable, Sendable {
  /// No signal: the display goes to standby on its own.
  case dpms
  /// A black picture, for televisions that look for another input if there is no signal.
  case black
}

/// How playback behaves while the display is off.
package enum PlayWhileOff: String, CaseIterable, Hashable, Sendable {
  /// It pauses, and resumes at the same position.
  case pause
  /// It continues, invisible and muted.
  case `continue`
  /// It stops, and restarts with the first item.
  case stop
}

/// A request to change the display's power, by a client, a key or a touch.
package enum PowerRequest: String, CaseIterable, Hashable, Sendable {
  case on, off, toggle
  /// On for a while, after a touch.
  case wake

  /// The values that clients may send; `wake` is only for touches.
  package static let clientValues = [on, off, toggle]
}

public import VitrineSchedules

/// What it means that a display is off, and when it is.
public struct PowerOptions: Hashable, Sendable {
  public var off = DisplayOff.dpms
  public var meanwhile = PlayWhileOff.pause
  public var schedule = TimeTable()
  /// For how long a touch or key switches on a display that is off; nil: not at all.
  public var wake: Duration?
  /// Whether the display itself is woken and sent to sleep over HDMI-CEC, too.
  public var usesCEC = false

  public init() {}
}

/// What a display that is off gets.
public enum DisplayOff: String, CaseIterable, Hashable, Sendable {
  /// No signal: it goes to sleep by itself.
  case dpms
  /// A black picture, for televisions that take the loss of a signal for a reason to look for
  /// another.
  case black
}

/// What becomes of the playing while the display is off.
public enum PlayWhileOff: String, CaseIterable, Hashable, Sendable {
  /// It stands, and goes on at the same place.
  case pause
  /// It goes on, unseen and unheard.
  case `continue`
  /// It ends, and begins anew.
  case stop
}

/// What a client, a key or a touch asks of the display.
public enum PowerOrder: String, CaseIterable, Hashable, Sendable {
  case on, off, toggle
  /// On for a while: it was touched.
  case wake

  /// Those that can be said; a touch cannot.
  public static let spoken = [on, off, toggle]
}

public import VitrinePlayback
public import VitrineSchedules

/// The section `power`.
public struct PowerSettings: Hashable, Sendable {
  public var off = DisplayOff.dpms
  public var meanwhile = PlayWhileOff.pause
  /// When the display is on.
  public var schedule = TimeTable()
  /// How long a touch or key turns on a display that is off; nil disables that.
  public var wake: Duration?
  /// Whether the display is also turned on and off by HDMI-CEC.
  public var usesCEC = false

  public init() {}

  /// Whether the display is turned on or off by time.
  package var isTimed: Bool { !schedule.isEmpty || wake != nil }
}

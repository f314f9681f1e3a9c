package import VitrinePlayback
package import VitrineSchedules

/// The section `power`.
package struct PowerSettings: Hashable, Sendable {
  package var off = DisplayOff.dpms
  package var meanwhile = PlayWhileOff.pause
  /// When the display is on.
  package var schedule = TimeTable()
  /// Whether the display is on while the machine's clock is not trusted.
  package var untrustedClock = UntrustedClockPower.on
  /// How long a touch or key turns on a display that is off; nil disables that.
  package var wake: Duration?
  /// Whether the display is also turned on and off by HDMI-CEC.
  package var usesCEC = false

  package init() {}

  /// Whether the display is turned on or off by time.
  package var isTimed: Bool { !schedule.isEmpty || wake != nil }
}

/// Whether a display with a power schedule is on while the machine's clock is not trusted.
package enum UntrustedClockPower: String, CaseIterable, Hashable, Sendable {
  /// On: it is never dark when it should be lit.
  case on
  case off
  /// As the schedule was when the clock was last trusted; on if that is unknown.
  case last
}

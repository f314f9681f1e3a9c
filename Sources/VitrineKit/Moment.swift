internal import VitrineLinux
package import VitrineTiming

/// A time on the clock of the page flips, `CLOCK_MONOTONIC`. It never jumps, and is meaningless
/// after a reboot.
public struct Moment: InstantProtocol, Hashable, Sendable {
  /// Nanoseconds since a time that the kernel defines.
  public let nanoseconds: Int64

  /// Creates a time from a reading of the clock.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package init(_ time: HostTime) { nanoseconds = time.nanoseconds }

  /// The current time.
  public static var now: Moment { Moment(HostTime.now()) }

  /// Returns a later time, or an earlier one if the duration is negative.
  public func advanced(by duration: Duration) -> Moment { Moment(HostTime(self) + duration) }

  /// Returns the duration from this time to another.
  public func duration(to other: Moment) -> Duration { HostTime(other) - HostTime(self) }

  /// Returns whether `a` is before `b`.
  public static func < (a: Moment, b: Moment) -> Bool { a.nanoseconds < b.nanoseconds }
}

extension HostTime {
  init(_ moment: Moment) { self.init(nanoseconds: moment.nanoseconds) }
}

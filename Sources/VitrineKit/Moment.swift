internal import VitrineLinux
package import VitrineTiming

/// A moment on the clock of the display's flips, `CLOCK_MONOTONIC`. It never jumps, and means nothing after
/// the machine has started anew.
public struct Moment: InstantProtocol, Hashable, Sendable {
  /// Since a moment that the kernel has chosen.
  public let nanoseconds: Int64

  /// The moment of this reading.
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package init(_ time: HostTime) { nanoseconds = time.nanoseconds }

  /// This moment.
  public static var now: Moment { Moment(HostTime.now()) }

  /// So much later, or earlier.
  public func advanced(by duration: Duration) -> Moment { Moment(HostTime(self) + duration) }

  /// From here to there.
  public func duration(to other: Moment) -> Duration { HostTime(other) - HostTime(self) }

  /// Whether `a` was before `b`.
  public static func < (a: Moment, b: Moment) -> Bool { a.nanoseconds < b.nanoseconds }
}

extension HostTime {
  init(_ moment: Moment) { self.init(nanoseconds: moment.nanoseconds) }
}

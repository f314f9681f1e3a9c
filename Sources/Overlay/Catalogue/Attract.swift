package import VitrineTiming

/// The idle timer that starts the attract loop. It reads no clock: callers pass the time, and
/// `deadline` is when to call again.
package struct Attract: Hashable, Sendable {
  /// When to call `timePassed`; nil if nothing is due.
  package private(set) var deadline: HostTime?
  private let idleTime: Duration?
  private static let longest = Duration.seconds(366 * 86_400)

  /// Nil, zero or a negative time disables the attract loop.
  package init(after idleTime: Duration?) {
    self.idleTime = idleTime.flatMap { $0 > .zero ? min($0, Self.longest) : nil }
  }

  /// Restarts the idle time after a touch or key, or when the list has returned.
  package mutating func activity(at time: HostTime) {
    deadline = idleTime.map { time + $0 }
  }

  /// Stops the idle time until the next activity, because a visitor watches a video.
  package mutating func pause() {
    deadline = nil
  }

  /// Returns true once when the loop is due.
  package mutating func timePassed(_ now: HostTime) -> Bool {
    guard let deadline, deadline <= now else { return false }
    self.deadline = nil
    return true
  }
}

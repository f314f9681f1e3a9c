public import VitrineTiming

/// The idle timer of the attract loop, which begins after so long without a touch or key. It knows
/// no clock: it is told what happened when, and says with `deadline` when to ask again.
public struct Attract: Hashable, Sendable {
  /// When `timePassed` is to be asked; nil while nothing is awaited.
  public private(set) var deadline: HostTime?
  private let idleTime: Duration?
  private static let longest = Duration.seconds(366 * 86_400)

  /// Nil, and what is not positive, never begins it.
  public init(after idleTime: Duration?) {
    self.idleTime = idleTime.flatMap { $0 > .zero ? min($0, Self.longest) : nil }
  }

  /// A touch or a key, or the list has come back: the idle time begins anew.
  public mutating func activity(at time: HostTime) {
    deadline = idleTime.map { time + $0 }
  }

  /// A video plays that a visitor chose: no idle time passes until the next activity.
  public mutating func pause() {
    deadline = nil
  }

  /// Whether the loop begins now: once, then not before the next activity.
  public mutating func timePassed(_ now: HostTime) -> Bool {
    guard let deadline, deadline <= now else { return false }
    self.deadline = nil
    return true
  }
}

import VitrineLinux
import VitrineTiming

/// The back-off for opening a lost bus again, and which errors to log. A value type.
struct Reopening {
  private static let longest = Duration.seconds(60)

  private(set) var next: HostTime?
  private var pause = Duration.seconds(1)
  private var told: BusError?

  func isDue(at now: HostTime) -> Bool { next.map { $0 <= now } ?? true }

  mutating func succeed() { self = Reopening() }

  /// Records a failure; returns whether to log it.
  mutating func fail(_ error: BusError, at now: HostTime) -> Bool {
    next = now + pause
    pause = min(pause * 2, Self.longest)
    defer { told = error }
    return told != error
  }
}

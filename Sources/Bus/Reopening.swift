import VitrineLinux
import VitrineTiming

/// When a bus that is gone is tried again, and whether that is news. A value.
struct Reopening {
  private static let longest = Duration.seconds(60)

  private(set) var next: HostTime?
  private var pause = Duration.seconds(1)
  private var told: BusError?

  func isDue(at now: HostTime) -> Bool { next.map { $0 <= now } ?? true }

  mutating func succeed() { self = Reopening() }

  /// Whether the operator does not know it yet.
  mutating func fail(_ error: BusError, at now: HostTime) -> Bool {
    next = now + pause
    pause = min(pause * 2, Self.longest)
    defer { told = error }
    return told != error
  }
}

import VitrinePlayback
import VitrineSchedules

/// Decides when a service restarts as planned: once in each time window, at an item boundary. A value
/// type.
struct PlannedRestart {
  /// Nil without planned restarts.
  private let windows: TimeTable?
  /// Whether the service has run outside the windows: one that was started within a window does not
  /// restart in it.
  private var wasOutside = false
  private var boundary = UpgradePolicy()

  init(_ windows: TimeTable) { self.windows = windows.isEmpty ? nil : windows }

  /// Whether the service restarts now. Call it once a second; `time` is read only if there are
  /// windows.
  mutating func isDue(_ status: PlaybackStatus, _ time: @autoclosure () -> ClockReading) -> Bool {
    guard let windows else { return false }
    let now = time()
    guard now.isTrusted else { return false }
    guard windows.state(at: now.civilTime) else {
      (wasOutside, boundary) = (true, UpgradePolicy())
      return false
    }
    guard wasOutside else { return false }
    _ = boundary.begin(status)
    return boundary.isDue(status)
  }
}

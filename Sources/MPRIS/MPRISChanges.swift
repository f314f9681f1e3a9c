internal import VitrineBus
internal import VitrineTiming

/// Decides which changed properties to report, and when: only the latest values, at most ten times
/// per second. A value type.
struct MPRISChanges {
  private static let interval = Duration.milliseconds(100)

  private var reported: [String: BusValue]
  private var lastTime: HostTime?
  private var hasChanges = false

  /// A new client reads these itself.
  init(_ properties: [String: BusValue]) { reported = properties }

  /// Called when something may have changed.
  mutating func markChanged() { hasChanges = true }

  /// When `dueChanges` has something to report.
  var deadline: HostTime? {
    hasChanges ? lastTime.map { $0 + Self.interval } ?? HostTime(nanoseconds: 0) : nil
  }

  /// Returns the changes to report now; nil if none are due or nothing has changed.
  mutating func dueChanges(
    at now: HostTime, _ properties: () -> [String: BusValue]
  ) -> [String: BusValue]? {
    guard let deadline, deadline <= now else { return nil }
    hasChanges = false
    lastTime = now
    let new = properties()
    let changed = new.filter { reported[$0.key] != $0.value }
    reported = new
    return changed.isEmpty ? nil : changed
  }
}

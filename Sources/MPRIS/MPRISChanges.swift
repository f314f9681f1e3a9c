internal import VitrineBus
internal import VitrineTiming

/// Decides which changed properties to report, and when: only the latest values, at most ten times
/// per second. A value type.
struct MPRISChanges {
  private static let interval = Duration.milliseconds(100)

  private var told: [String: BusValue]
  private var lastTime: HostTime?
  private var hasNews = false

  /// A new client reads these itself.
  init(_ properties: [String: BusValue]) { told = properties }

  /// Called when something may have changed.
  mutating func note() { hasNews = true }

  /// When `take` has something to report.
  var deadline: HostTime? {
    hasNews ? lastTime.map { $0 + Self.interval } ?? HostTime(nanoseconds: 0) : nil
  }

  /// Returns the changes to report now; nil if none are due or nothing has changed.
  mutating func take(
    at now: HostTime, _ properties: () -> [String: BusValue]
  ) -> [String: BusValue]? {
    guard let deadline, deadline <= now else { return nil }
    hasNews = false
    lastTime = now
    let new = properties()
    let changed = new.filter { told[$0.key] != $0.value }
    told = new
    return changed.isEmpty ? nil : changed
  }
}

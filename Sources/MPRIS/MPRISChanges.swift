internal import VitrineBus
internal import VitrineTiming

/// Which properties have changed since they were told, and when that is told: the newest alone, and no
/// more than ten times a second. A value.
struct MPRISChanges {
  private static let interval = Duration.milliseconds(100)

  private var told: [String: BusValue]
  private var lastTime: HostTime?
  private var hasNews = false

  /// A client that comes reads these by itself.
  init(_ properties: [String: BusValue]) { told = properties }

  /// Something may have changed.
  mutating func note() { hasNews = true }

  /// When `take` has something.
  var deadline: HostTime? {
    hasNews ? lastTime.map { $0 + Self.interval } ?? HostTime(nanoseconds: 0) : nil
  }

  /// What is to be told now; nil where nothing is, or nothing has changed.
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

import VitrinePlayback
import VitrineTiming

/// Limits the status events for observers: each change once, at most once per interval.
struct StatusBroadcast {
  private var pending: (PlaybackStatus, ServiceReports)?
  private var last: JSONValue?
  private var lastTime: HostTime?

  /// Records a new status, which replaces one that was not sent.
  mutating func update(_ status: PlaybackStatus, _ reports: ServiceReports) {
    pending = (status, reports)
  }

  /// When `nextLine` has a line.
  func deadline(_ interval: Duration) -> HostTime? {
    guard pending != nil else { return nil }
    return lastTime.map { $0 + interval } ?? HostTime(nanoseconds: 0)
  }

  /// Returns the line to send now; nil if none is due or nothing has changed.
  mutating func nextLine(at now: HostTime, every interval: Duration) -> [UInt8]? {
    guard let (status, reports) = pending, let due = deadline(interval), due <= now else {
      return nil
    }
    pending = nil
    lastTime = now
    let value = JSONValue(status, reports)
    guard value != last else { return nil }
    last = value
    return Self.line(value)
  }

  static func line(_ status: JSONValue) -> [UInt8] {
    status.with(["event": .text("status")]).line
  }
}

import VitrinePlayback
import VitrineTiming

/// The newest status for those who follow it: each change once, and no more often than they are to
/// be told.
struct StatusBroadcast {
  private var news: PlaybackStatus?
  private var last: JSONValue?
  private var lastTime: HostTime?

  /// There is a new one. The newest is the only one that counts.
  mutating func note(_ status: PlaybackStatus) { news = status }

  /// When `take` has something.
  func deadline(_ interval: Duration) -> HostTime? {
    guard news != nil else { return nil }
    return lastTime.map { $0 + interval } ?? HostTime(nanoseconds: 0)
  }

  /// What is to be told now; nil where nothing is, or nothing has changed.
  mutating func take(at now: HostTime, every interval: Duration) -> [UInt8]? {
    guard let status = news, let due = deadline(interval), due <= now else { return nil }
    news = nil
    lastTime = now
    let value = JSONValue(status)
    guard value != last else { return nil }
    last = value
    return Self.line(value)
  }

  static func line(_ status: JSONValue) -> [UInt8] {
    status.with(["event": .text("status")]).line
  }
}

package import VitrineContent
import VitrineSchedules
import VitrineTiming

/// The showings of each hour of local time. A showing that crosses the end of an hour counts in the
/// hour of its start; its time is divided among both.
package struct ShownHours: Sendable {
  /// An hour, and an item that was shown in it.
  package struct Key: Hashable, Comparable, Sendable {
    /// The first second of the hour, since 1970-01-01 00:00 UTC.
    package let hour: Int64
    /// The offset of local time from UTC, in seconds.
    package let offset: Int
    package let item: String
    package let content: String
    package let campaign: String
    package let output: String

    package static func < (a: Key, b: Key) -> Bool {
      (a.hour, a.output, a.item, a.content, a.campaign) < (
        b.hour, b.output, b.item, b.content, b.campaign
      )
    }
  }

  package struct Total: Sendable {
    package var title = ""
    package var showings = 0
    /// The showings that reached their end.
    package var completed = 0
    /// Time on screen, neither dark nor covered.
    package var seconds = 0.0
    package var frames: Int64 = 0
    package var missing: Int64 = 0
  }

  package private(set) var hours: [Key: Total] = [:]

  package init(_ records: [ShowingRecord]) {
    for record in records where record.kind == .showing { add(record) }
  }

  /// The limit for damaged or hostile logs. Beyond it, a showing counts only in the hour of its
  /// start.
  private static let most = 1_000_000
  /// The longest plausible showing, in seconds.
  private static let longest = 366.0 * 86_400

  /// Returns the seconds from start to end. If the machine's clock was set in between, as in old
  /// records, returns the time on screen instead.
  private static func length(of record: ShowingRecord) -> Double {
    let length = Moment(nanoseconds: record.end) - Moment(nanoseconds: record.begin)
    let isSound = record.isClockTrusted && (0...longest).contains(length)
    return isSound ? length : min(max(Double(record.seen) / 1e9, 0), longest)
  }

  private mutating func add(_ record: ShowingRecord) {
    let length = hours.count < Self.most ? Self.length(of: record) : 0
    let begin = Double(record.begin) / 1e9
    let end = begin + length
    var hour = WallClock { _ in record.offset }.hour(at: Int64(saturating: begin.rounded(.down)))
    var isFirst = true
    repeat {
      let key = Key(
        hour: hour, offset: record.offset, item: record.item, content: record.content,
        campaign: record.campaign, output: record.output)
      // Dark and covered time is spread evenly over the showing.
      let inHour = min(end, Double(hour +| 3600)) - max(begin, Double(hour))
      let part = length > 0 ? max(inHour / length, 0) : 1
      hours[key, default: Total()].add(record, part: part, isFirst: isFirst)
      (isFirst, hour) = (false, hour +| 3600)
    } while Double(hour) < end
  }
}

extension ShownHours.Total {
  fileprivate mutating func add(_ record: ShowingRecord, part: Double, isFirst: Bool) {
    title = record.title
    // Rounds to milliseconds, as in the printed records.
    seconds += (Double(record.seen) / 1e6).rounded() / 1e3 * part
    guard isFirst else { return }
    showings += 1
    completed += record.ending == .ended ? 1 : 0
    frames &+= record.frames
    missing &+= record.missing
  }
}

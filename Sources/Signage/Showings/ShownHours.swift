public import VitrineContent
import VitrineSchedules
import VitrineTiming

/// What each item had in each hour, by the clocks of the place: a showing over the hour's end is counted in the
/// one that it began in, and its time in both. A value.
public struct ShownHours: Sendable {
  /// An hour and what was shown in it.
  public struct Key: Hashable, Comparable, Sendable {
    /// Its first second, since 1970-01-01 00:00 UTC.
    public let hour: Int64
    /// How far the place's clocks were ahead of UTC, in seconds.
    public let offset: Int
    public let item: String
    public let content: String
    public let campaign: String
    public let output: String

    public static func < (a: Key, b: Key) -> Bool {
      (a.hour, a.output, a.item, a.content, a.campaign) < (
        b.hour, b.output, b.item, b.content, b.campaign
      )
    }
  }

  public struct Had: Sendable {
    public var title = ""
    public var showings = 0
    /// Of these, to the end.
    public var whole = 0
    /// On screen, lit and not covered.
    public var seconds = 0.0
    public var frames: Int64 = 0
    public var missing: Int64 = 0
  }

  public private(set) var hours: [Key: Had] = [:]

  public init(_ records: [ShowingRecord]) {
    for record in records where record.kind == .showing { add(record) }
  }

  /// A ledger may be damaged or made by others: with more hours each showing counts in the one of its beginning.
  private static let most = 1_000_000
  /// In seconds. Nothing is shown for longer without an end.
  private static let longest = 366.0 * 86_400

  /// In seconds from its beginning to its end. Where the machine's clock was set meanwhile, as old records have
  /// it, the time on screen is all that is known of that.
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
      // What was dark or covered is spread as the rest is.
      let inHour = min(end, Double(hour +| 3600)) - max(begin, Double(hour))
      let part = length > 0 ? max(inHour / length, 0) : 1
      hours[key, default: Had()].add(record, part: part, isFirst: isFirst)
      (isFirst, hour) = (false, hour +| 3600)
    } while Double(hour) < end
  }
}

extension ShownHours.Had {
  fileprivate mutating func add(_ record: ShowingRecord, part: Double, isFirst: Bool) {
    title = record.title
    // As the record is printed: in milliseconds.
    seconds += (Double(record.seen) / 1e6).rounded() / 1e3 * part
    guard isFirst else { return }
    showings += 1
    whole += record.ending == .ended ? 1 : 0
    frames &+= record.frames
    missing &+= record.missing
  }
}

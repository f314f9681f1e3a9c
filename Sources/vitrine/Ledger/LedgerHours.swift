import VitrineContent
import VitrineSchedules

/// What each item had in each hour, by the clocks of the place: a showing over the hour's end is counted in the
/// one that it began in, and its time in both.
struct LedgerHours {
  private struct Key: Hashable, Comparable {
    let hour: Int64
    let offset: Int
    let item: String
    let content: String
    let campaign: String
    let output: String

    static func < (a: Key, b: Key) -> Bool {
      (a.hour, a.output, a.item, a.content, a.campaign) < (
        b.hour, b.output, b.item, b.content, b.campaign
      )
    }
  }

  private struct Had {
    var title = ""
    var showings = 0
    var whole = 0
    var seconds = 0.0
    var frames: Int64 = 0
    var missing: Int64 = 0
  }

  private var hours: [Key: Had] = [:]

  init(_ records: [ShowingRecord]) {
    for record in records where record.isShowing { add(record) }
  }

  private mutating func add(_ record: ShowingRecord) {
    let length = Double(record.end - record.begin) / 1e9
    let (begin, end) = (Double(record.begin) / 1e9, Double(record.end) / 1e9)
    var hour = WallClock { _ in record.offset }.hour(at: Int64(begin))
    var isFirst = true
    repeat {
      let key = Key(
        hour: hour, offset: record.offset, item: record.item, content: record.content,
        campaign: record.campaign, output: record.output)
      // What was dark or covered is spread as the rest is.
      let part =
        length > 0 ? (min(end, Double(hour + 3600)) - max(begin, Double(hour))) / length : 1
      var had = hours[key] ?? Had()
      had.title = record.title
      had.seconds += record.seconds * max(part, 0)
      if isFirst {
        had.showings += 1
        had.whole += record.ending == .ended ? 1 : 0
        had.frames += record.frames
        had.missing += record.missing
      }
      hours[key] = had
      (isFirst, hour) = (false, hour + 3600)
    } while Double(hour) < end
  }

  var lines: [String] {
    ["hour,item,title,sha256,campaign,output,showings,to the end,seconds,frames,missing"]
      + hours.sorted { $0.key < $1.key }.map { key, had in
        let hour = WallClock { _ in key.offset }.text(Moment(second: key.hour))
        let texts = [key.item, had.title, key.content, key.campaign, key.output]
        let seconds = (had.seconds * 1000).rounded() / 1000
        return
          ([hour] + texts.map(LedgerFormat.quoted)
          + ["\(had.showings)", "\(had.whole)", "\(seconds)", "\(had.frames)", "\(had.missing)"])
          .joined(separator: ",")
      }
  }
}

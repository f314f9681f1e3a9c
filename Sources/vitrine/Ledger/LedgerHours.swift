import VitrineContent
import VitrineSchedules
import VitrineSignage

/// The airtime of each item in each hour, as CSV.
struct LedgerHours {
  private let shown: ShownHours

  init(_ records: [ShowingRecord]) { shown = ShownHours(records) }

  var lines: [String] {
    ["hour,item,title,sha256,campaign,output,showings,to the end,seconds,frames,missing"]
      + shown.hours.sorted { $0.key < $1.key }.map { key, had in
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

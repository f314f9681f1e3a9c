import VitrineContent
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineTiming

/// Makes records of what is seen of items. A value: told of what is seen, it says what is to be written down.
struct ShowingTrail {
  enum Step: Equatable {
    case open(ShowingRecord)
    case add(ShowingRecord)
  }

  /// What is known beside the flips.
  struct Facts {
    /// In nanoseconds since 1970, of this moment, and its host time.
    let wall: Int64
    let host: HostTime
    let offset: Int
    let isClockTrusted: Bool
    var list = ""
    var output = ""
    var hasSound = false

    fileprivate func wall(of time: HostTime) -> Int64 { wall - (host - time).nanoseconds }
  }

  /// By their openings. There are two for a moment: what begins is told before what it has ended.
  private var shown: [Run: ShowingRecord] = [:]

  /// What is on screen.
  var open: [ShowingRecord] { shown.sorted { $0.key < $1.key }.map(\.value) }

  mutating func take(_ news: ScreenNews, _ facts: Facts) -> [Step] {
    switch news {
    case .began(let item, let opening, let time):
      // The first picture after a seek.
      guard shown[opening] == nil else { return [] }
      // What the dark has ended is not told to have ended; nor what was left long ago.
      let over = shown.keys.sorted().filter { shown[$0]?.isInterrupted == true || shown.count > 1 }
      let steps = over.flatMap { end($0, .cut) }
      let record = record(item, at: time, facts)
      shown[opening] = record
      return steps + [.open(record)]
    case .left(let item, let opening, let time, let ending):
      var record = shown[opening] ?? record(item, at: time.begin, facts)
      record.add(time, until: facts.wall(of: time.end))
      shown[opening] = record
      switch ending {
      case .open: return []
      case .ended: return end(opening, .ended)
      case .cut: return end(opening, .cut)
      case .failed: return end(opening, .failed)
      }
    }
  }

  /// The program ends.
  mutating func close() -> [Step] { shown.keys.sorted().flatMap { end($0, .cut) } }

  private mutating func end(_ opening: Run, _ ending: ShowingRecord.End) -> [Step] {
    // Of what was seen of it nothing is told: it was covered, or dark, at once.
    guard var record = shown.removeValue(forKey: opening), record.frames > 0 else { return [] }
    record.ending = ending
    return [.add(record)]
  }

  private func record(_ item: Item, at time: HostTime, _ facts: Facts) -> ShowingRecord {
    var record = ShowingRecord()
    record.begin = facts.wall(of: time)
    record.end = record.begin
    (record.offset, record.isClockTrusted) = (facts.offset, facts.isClockTrusted)
    (record.item, record.title) = (item.location, item.shownTitle)
    record.campaign = item.rules?.campaigns.last?.title ?? ""
    record.level = item.rules?.levelText ?? Level.rest(priority: 0).text
    (record.list, record.output) = (facts.list, facts.output)
    record.hasSound = facts.hasSound && item.volume > 0
    return record
  }
}

extension ShowingRecord {
  fileprivate mutating func add(_ time: ScreenTime, until end: Int64) {
    frames += Int64(time.frames)
    late += Int64(time.late)
    missing += Int64(time.missing)
    seen += (time.end - time.begin).nanoseconds
    obstacles |= Int64(time.obstacles.rawValue)
    self.end = max(self.end, end)
  }
}

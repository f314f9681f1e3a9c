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
    /// Whether the player can be heard: it has a sound device, and is neither muted nor at volume 0.
    var isAudible = false

    fileprivate func wall(of time: HostTime) -> Int64 { wall -| (host - time).nanoseconds }
  }

  /// By their openings. There are two for a moment: what begins is told before what it has ended.
  private var shown: [Run: Shown] = [:]

  fileprivate struct Shown {
    var record: ShowingRecord
    /// The machine's clock may be set while it is shown: its end is counted from here.
    let begin: HostTime
    let isSilent: Bool
    /// When it was hidden, unless it has been seen since.
    var hidden: HostTime?
  }

  /// What was hidden for longer goes on in a record of its own: in one, the hours of a dark weekend would have a part
  /// of what was seen before and after it.
  private static let longestBreak = Duration.seconds(600)

  /// What is on screen.
  var open: [ShowingRecord] { shown.sorted { $0.key < $1.key }.map(\.value.record) }

  mutating func take(_ news: ScreenNews, _ facts: Facts) -> [Step] {
    switch news {
    case .began(let item, let opening, let time):
      // The first picture after a seek.
      guard shown[opening] == nil else { return goOn(item, opening, at: time, facts) }
      // What the dark has ended is not told to have ended; nor what was left long ago.
      let over = shown.keys.sorted().filter {
        shown[$0]?.record.isInterrupted == true || shown.count > 1
      }
      let steps = over.flatMap { end($0, .cut) }
      let new = Shown(item, at: time, facts)
      shown[opening] = new
      return steps + [.open(new.record)]
    case .left(let item, let opening, let time, let ending):
      let steps = goOn(item, opening, at: time.begin, facts)
      shown[opening, default: Shown(item, at: time.begin, facts)].add(time)
      switch ending {
      case .open: return steps
      case .ended: return steps + end(opening, .ended)
      case .cut: return steps + end(opening, .cut)
      case .failed: return steps + end(opening, .failed)
      }
    }
  }

  /// The player can be heard from now on. What is on screen has sound, though it began without.
  mutating func noteAudible() {
    // The one that began last: what it has replaced is not told to have ended yet.
    if let newest = shown.keys.max() { shown[newest]?.hear() }
  }

  /// The program ends.
  mutating func close() -> [Step] { shown.keys.sorted().flatMap { end($0, .cut) } }

  /// It is seen from this time on. A long break before that has ended its record.
  private mutating func goOn(
    _ item: Item, _ opening: Run, at time: HostTime, _ facts: Facts
  ) -> [Step] {
    guard let hidden = shown[opening]?.hidden, time - hidden > Self.longestBreak else { return [] }
    let steps = end(opening, .cut)
    let new = Shown(item, at: time, facts)
    shown[opening] = new
    return steps + [.open(new.record)]
  }

  private mutating func end(_ opening: Run, _ ending: ShowingRecord.End) -> [Step] {
    // Of what was seen of it nothing is told: it was covered, or dark, at once.
    guard var record = shown.removeValue(forKey: opening)?.record, record.frames > 0 else {
      return []
    }
    record.ending = ending
    return [.add(record)]
  }
}

extension ShowingTrail.Shown {
  init(_ item: Item, at time: HostTime, _ facts: ShowingTrail.Facts) {
    var record = ShowingRecord()
    record.begin = facts.wall(of: time)
    record.end = record.begin
    (record.offset, record.isClockTrusted) = (facts.offset, facts.isClockTrusted)
    (record.item, record.title) = (item.location, item.shownTitle)
    record.campaign = item.rules?.campaigns.last?.title ?? ""
    record.level = item.rules?.levelText ?? Level.rest(priority: 0).text
    (record.list, record.output) = (facts.list, facts.output)
    let isSilent = item.volume == 0
    record.hasSound = facts.isAudible && !isSilent
    (self.record, begin, self.isSilent) = (record, time, isSilent)
  }

  mutating func add(_ time: ScreenTime) {
    record.frames +|= Int64(time.frames)
    record.late +|= Int64(time.late)
    record.missing +|= Int64(time.missing)
    record.seen +|= (time.end - time.begin).nanoseconds
    record.obstacles |= Int64(time.obstacles.rawValue)
    hidden = time.isInterrupted ? time.end : nil
    record.end = max(record.end, record.begin +| (time.end - begin).nanoseconds)
  }

  mutating func hear() { record.hasSound = record.hasSound || !isSilent }
}

import VitrineContent
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineTiming

/// Converts screen events to proof-of-play records. Each event returns the steps to store.
struct ShowingTracker {
  enum Step: Equatable {
    case open(ShowingRecord)
    case add(ShowingRecord)
  }

  /// The context of a screen event that a record needs.
  struct Context {
    /// Nanoseconds since 1970, at `host`.
    let wall: Int64
    let host: HostTime
    let offset: Int
    let isClockTrusted: Bool
    var list = ""
    var output = ""
    /// Whether the player is audible: it has a sound device, is not muted, and its volume is not 0.
    var isAudible = false

    fileprivate func wall(of time: HostTime) -> Int64 { wall -| (host - time).nanoseconds }
  }

  /// The showings on screen, by run. Two overlap briefly: the start of one is reported before the
  /// end of the one it replaces.
  private var shown: [Run: Shown] = [:]

  fileprivate struct Shown {
    var record: ShowingRecord
    /// The end is measured from here, since the machine's clock may be set during the showing.
    let begin: HostTime
    let isSilent: Bool
    /// When it was hidden, if it still is.
    var hidden: HostTime?
  }

  /// A showing hidden for longer continues as a new record. In a single record, the seconds seen
  /// before and after a dark weekend would be spread over all of its hours.
  private static let longestBreak = Duration.seconds(600)

  /// The showings on screen.
  var open: [ShowingRecord] { shown.sorted { $0.key < $1.key }.map(\.value.record) }

  mutating func handle(_ event: ShowingEvent, _ context: Context) -> [Step] {
    switch event {
    case .began(let item, let opening, let time):
      // The first picture after a seek is reported as another start.
      guard shown[opening] == nil else { return splitIfHidden(item, opening, at: time, context) }
      // The player does not report the end of a showing that went dark, nor of one left long ago.
      let over = shown.keys.sorted().filter {
        shown[$0]?.record.isInterrupted == true || shown.count > 1
      }
      let steps = over.flatMap { end($0, .cut) }
      let new = Shown(item, at: time, context)
      shown[opening] = new
      return steps + [.open(new.record)]
    case .left(let item, let opening, let time, let ending):
      let steps = splitIfHidden(item, opening, at: time.begin, context)
      shown[opening, default: Shown(item, at: time.begin, context)].add(time)
      switch ending {
      case .open: return steps
      case .ended: return steps + end(opening, .ended)
      case .cut: return steps + end(opening, .cut)
      case .failed: return steps + end(opening, .failed)
      }
    }
  }

  /// Records that the player has become audible. The item on screen has sound from now on.
  mutating func recordAudible() {
    // The newest run is the one on screen; the end of the one it replaced has not been reported
    // yet.
    if let newest = shown.keys.max() { shown[newest]?.recordAudible() }
  }

  /// Ends all showings when the program exits.
  mutating func close() -> [Step] { shown.keys.sorted().flatMap { end($0, .cut) } }

  /// Splits the record if the showing was hidden for too long.
  private mutating func splitIfHidden(
    _ item: Item, _ opening: Run, at time: HostTime, _ context: Context
  ) -> [Step] {
    guard let hidden = shown[opening]?.hidden, time - hidden > Self.longestBreak else { return [] }
    let steps = end(opening, .cut)
    let new = Shown(item, at: time, context)
    shown[opening] = new
    return steps + [.open(new.record)]
  }

  private mutating func end(_ opening: Run, _ ending: ShowingRecord.End) -> [Step] {
    // The showing was covered or dark from its start.
    guard var record = shown.removeValue(forKey: opening)?.record, record.frames > 0 else {
      return []
    }
    record.ending = ending
    return [.add(record)]
  }
}

extension ShowingTracker.Shown {
  init(_ item: Item, at time: HostTime, _ context: ShowingTracker.Context) {
    var record = ShowingRecord()
    record.begin = context.wall(of: time)
    record.end = record.begin
    (record.offset, record.isClockTrusted) = (context.offset, context.isClockTrusted)
    (record.item, record.title) = (item.location, item.displayTitle)
    record.campaign = item.rules?.campaigns.last?.title ?? ""
    record.level = item.rules?.levelText ?? Level.rest(priority: 0).text
    (record.list, record.output) = (context.list, context.output)
    let isSilent = item.volume == 0
    record.hasSound = context.isAudible && !isSilent
    (self.record, begin, self.isSilent) = (record, time, isSilent)
  }

  mutating func add(_ time: ScreenTime) {
    record.frames +|= Int64(time.frames)
    record.late +|= Int64(time.late)
    record.missing +|= Int64(time.dropped)
    record.seen +|= (time.end - time.begin).nanoseconds
    record.obstacles |= Int64(time.obstacles.rawValue)
    hidden = time.isInterrupted ? time.end : nil
    record.end = max(record.end, record.begin +| (time.end - begin).nanoseconds)
  }

  mutating func recordAudible() { record.hasSound = record.hasSound || !isSilent }
}

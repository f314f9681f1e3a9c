import VitrineLinux
import VitrinePlans
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings
import VitrineSignage
import VitrineTiming

@testable import VitrineDaemon
@testable import VitrineLists

/// The result of reading a list.
enum ListSituation: String, CaseIterable, Sendable {
  /// The previous list.
  case same
  case changed
  /// The list exists but is invalid.
  case broken
  case missing
  /// The disk or share does not respond.
  case hanging
  case empty
}

/// A list's policy with a disk and a clock that the test controls. The policy's requests are
/// given in words.
struct ListScene {
  private(set) var policy: ListPolicy
  private(set) var now: HostTime
  var situation = ListSituation.same
  var coverage = ListPolicy.Coverage.all
  var isOutdated = false
  /// Whether the player shows a card instead of a list.
  var showsCard = false
  /// How the player's queue differs from the list.
  var deviation = ListPolicy.QueueDeviation.none
  private(set) var said: [String] = []
  /// Whether a reading is in progress.
  private(set) var isReading = true
  /// The items played last.
  private(set) var played: [Item] = []

  static let items = ["a", "b"].map { Item(path: "/\($0)") }
  static let otherItems = ["a", "c"].map { Item(path: "/\($0)") }
  static let list = LoadedList(items: items, origins: ["/list"])

  /// The state before the first reading ends; `read` is its result when the player started.
  init(
    _ situation: ListSituation = .same, read list: LoadedList? = nil,
    _ playback: PlaybackSettings = PlaybackSettings(), isChosenFrom: Bool = false,
    quarantined: [String] = []
  ) {
    var note = ResumeRecord(ResumePoint(index: 0, location: "/a", position: .zero))
    note.quarantined = quarantined
    now = HostTime(nanoseconds: 1_000_000_000_000)
    policy = ListPolicy(
      name: "list", playback, isChosenFrom: isChosenFrom,
      CrashLoopGuard(after: quarantined.isEmpty ? nil : note, isSameBoot: false), list: list,
      at: now)
    self.situation = situation
  }

  /// The list plays, and nothing changes.
  static func settled(
    quarantined: [String] = [], _ coverage: ListPolicy.Coverage = .all
  ) -> ListScene {
    var scene = ListScene(read: list, quarantined: quarantined)
    scene.coverage = coverage
    scene.answer()
    _ = scene.takeWords()
    return scene
  }

  /// The requests since the last call, and the reason to wait.
  mutating func takeWords() -> String {
    defer { said = [] }
    let wait = policy.due.map { "again in \(($0 - now).milliseconds) ms" } ?? "quiet"
    return (said + [isReading ? "reading" : wait]).joined(separator: "; ")
  }

  mutating func send(_ event: ListPolicy.Event) {
    for effect in policy.handle(event, at: now) { carryOut(effect) }
  }

  /// Advances the clock and fires the timer each time it is due.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let due = policy.due, due <= end {
      now = max(now, due)
      send(.timer)
    }
    now = end
  }

  /// Completes the current reading.
  mutating func answer() {
    guard isReading, situation != .hanging else { return }
    isReading = false
    let outcome = ListPolicy.Outcome(
      result: Self.result(situation), watch: coverage, mayBeOutdated: isOutdated)
    send(.loaded(outcome, showsCard: showsCard, deviation: deviation))
  }

  static func result(_ situation: ListSituation) -> Result<LoadedList, ListError> {
    switch situation {
    case .same, .hanging: .success(list)
    case .changed: .success(LoadedList(items: otherItems, origins: ["/list", "/c"]))
    case .empty: .success(LoadedList(items: [], origins: ["/list"]))
    case .broken: .failure(ListError(lines: ["/list:3: broken"], origins: ["/list"]))
    case .missing: .failure(ListError(lines: ["/list: missing"], origins: ["/list"]))
    }
  }

  private mutating func carryOut(_ effect: ListPolicy.Effect) {
    switch effect {
    case .read(let origins):
      said.append(isReading ? "READS TWICE" : (["reads"] + origins).joined(separator: " "))
      isReading = true
      answer()
    case .adoptWatch: said.append("watches")
    case .dropWatch: said.append("blind")
    case .edit(.replace(let items)): play("now", items)
    case .edit(.reload(let items)): play("then", items)
    case .edit(.begin(let items)): play("starts", items)
    case .play: said.append("plays")
    case .stopPlayback: said.append("leaves")
    case .edit(.loop(let loop)): said.append("loop \(loop.rawValue)")
    case .edit(let edit): said.append("\(edit)")
    case .reopenFiles: said.append("reopened")
    case .shuffle(let isShuffled): said.append(isShuffled ? "shuffled" : "as listed")
    case .offer(let items, _): play("offers", items)
    case .schedule(let list, let cuts):
      play(cuts ? "by its schedule now" : "by its schedule", list.items)
    case .endSchedule: said.append("no schedule")
    case .log(let line): said.append(Self.word(line))
    }
  }

  private mutating func play(_ word: String, _ items: [Item]) {
    played = items
    said.append(([word] + items.map(Self.word)).joined(separator: " "))
  }

  private static let lines: [LogMessage: String] = [
    LogMessage(.listUnreadable, "/list:3: broken"): "logs broken",
    LogMessage(.listUnreadable, "/list: missing"): "logs missing",
    LogMessage(.listKept, "list: continuing with the previous version"): "continues",
    LogMessage(.listEmpty, "list: empty; playback starts once it has entries"): "logs empty",
    LogMessage(.listSlow, "list: still being read after 10 s; check its disk or share"):
      "logs slow",
    LogMessage(
      .listUnwatched, "list: cannot be watched for changes, checking every 10 s: \(Errno.noEntry)"):
      "logs unwatched",
  ]

  private static func word(_ message: LogMessage) -> String {
    if let word = lines[message] { return word }
    return message.kind.severity == .info
      ? message.text : "\(message.kind.severity) \(message.text)"
  }

  /// An item's path, or the cause on its card.
  static func word(_ item: Item) -> String {
    guard case .card(_, let detail, _) = item.source else { return item.location }
    return "card(\(detail.split(separator: "\n").first ?? ""))"
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

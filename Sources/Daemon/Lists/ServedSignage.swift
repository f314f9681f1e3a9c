import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineSettings
import VitrineSignage
import VitrineTiming

/// What a served list has of signage: its plan, where it says when what is shown, and the override that stands
/// above it.
struct ServedSignage: Sendable {
  /// Of a list that says when what is shown.
  var plan: ShowPlan?
  /// How loud it is when, and how bright.
  var amounts = ScheduledAmounts()
  /// The machine's zone that the plan was made in.
  private var zone: ZoneMark?
  /// What was shown of it so far, and after how many edges that was noted.
  private(set) var accounts: [String: Account]
  private var notedEdges = 0
  let accountStore: AccountStore
  /// What clients ask of overrides, and are told.
  let desk: SignageDesk
  var standing: StandingOverride?
  /// Reads the file of an override that the run before has left.
  let overrideReading: ListReading?
  /// When its rest was noted last.
  var noted: HostTime?
  /// What it has cut; nil while the list has the screen.
  var cut: CutQueue?
  /// With which the player begins.
  private(set) var beginning: [Item]?

  /// Where it is kept between two starts.
  struct Stores {
    var overrides = OverrideStore(runtime: nil, state: nil, name: "main")
    var accounts = AccountStore(runtime: nil, state: nil, name: "main")

    init() {}

    init(runtime: String?, state: String?, name: String) {
      overrides = OverrideStore(runtime: runtime, state: state, name: name)
      accounts = AccountStore(runtime: runtime, state: state, name: name)
    }
  }

  init(_ stores: Stores, warn: @escaping @Sendable (String) -> Void) throws(Errno) {
    accountStore = stores.accounts
    accounts = stores.accounts.read(tell: warn)
    desk = try SignageDesk(stores.overrides, warn: warn)
    overrideReading = desk.left == nil ? nil : try ListReading()
  }

  /// The machine may be in another zone than before.
  mutating func notice(_ zone: ZoneMark) {
    if let before = self.zone, before != zone { plan?.exchange(ClockReading.now().clock) }
    self.zone = zone
  }

  /// Whether a player's queue is what it is to be: `items` of a list without a schedule, what a visitor has chosen of
  /// them, or what is planned. Under an override that of what goes on after it.
  func isFollowed(by player: any ServedPlayer, _ items: [Item], isChosenFrom: Bool) -> Bool {
    let queue = cut?.entries ?? player.queue.entries
    if isChosenFrom, queue.count <= 1 { return queue.allSatisfy { items.contains($0.item) } }
    guard let plan, !isChosenFrom else { return queue.elementsEqual(items) { $0.item == $1 } }
    return cut != nil || plan.isFollowed(by: ShowPlan.Sight(player.status, player.queue))
  }

  /// Whether anything plays, under an override of what goes on after it.
  func isOpen(in player: any ServedPlayer) -> Bool {
    cut?.isShown ?? [.opening, .buffering, .playing].contains(player.status.phase)
  }

  /// What the player begins with of a list that says when what is shown.
  mutating func begin(_ list: ScheduledList) -> [Item] {
    var plan = ShowPlan(list, ClockReading.now().clock, accounts: accounts)
    let items = plan.begin(at: .now())
    self.plan = plan
    return items
  }

  /// The override that stood is the first thing to be seen, in the place of `queue`; where people choose from
  /// a list there is none. Why it is not, if that is known in time.
  mutating func takeUpOverride(
    over queue: Queue?, from point: ResumePoint?, _ playback: PlaybackSettings,
    quarantined: [String], patience: Duration
  ) -> String? {
    guard let note = desk.left, note.remaining(.now()) > 0, let overrideReading else { return nil }
    var standing = StandingOverride(note, nil, number: 0, isKept: true)
    overrideReading.begin(note.content.listSource(playback), origins: [])
    var trouble: String?
    if let result = overrideReading.result(until: .now() + patience) {
      // It waits to be taken, which is done here.
      _ = overrideReading.next()
      let found = StandingOverride.found(result, quarantined: quarantined)
      standing.take(found, at: .now())
      if case .failure(let error) = found { trouble = error.text }
    }
    if let queue, let items = standing.begin(at: .now()) {
      beginning = items
      cut = CutQueue(queue, from: plan == nil ? point : nil)
      plan?.suspend(ShowPlan.Sight(entry: nil, queue: []), at: .now())
    }
    self.standing = standing
    return trouble.map { "override \(note.id): cannot be shown: \($0)" }
  }

  /// The accounts where they are to be noted: after an edge.
  mutating func accountsDue(isEnd: Bool) -> [String: Account]? {
    guard let plan, isEnd || plan.edges != notedEdges else { return nil }
    (accounts, notedEdges) = (plan.accounts, plan.edges)
    return accounts
  }
}

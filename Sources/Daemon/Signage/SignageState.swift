import VitrineControl
import VitrineLinux
import VitrineLists
import VitrinePictures
import VitrinePlans
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineSettings
import VitrineSignage
import VitrineTiming

/// The schedule of a served list, and the override above it.
struct SignageState: Sendable {
  /// Nil for a list without a schedule.
  var plan: ShowPlan?
  /// The schedules that do not affect the list.
  var schedules = PlayerSchedules()
  /// The machine's time zone for which the plan was made.
  private var zone: ZoneMark?
  /// The shares of each item so far, and the number of item boundaries at the last save.
  private var saved: (accounts: [String: Account], edges: Int)
  let accountStore: AccountStore
  /// Takes override requests from clients and publishes the report for them.
  let overrides: OverrideController
  var standing: ActiveOverride?
  /// The content that a key has started; nil without any, and during an override.
  var triggered: TriggeredContent?
  /// Reads the source of an override that the previous run has left.
  let overrideLoader: ListLoader?
  /// When the remaining time of the override was last saved.
  var lastSave: HostTime?
  /// The content that the override has interrupted; nil without one.
  var cut: InterruptedQueue?
  /// The items of the override with which the player starts.
  private(set) var initialItems: [Item]?

  /// The files that keep overrides and accounts across restarts.
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
    saved = (stores.accounts.read(warn: warn), 0)
    overrides = try OverrideController(stores.overrides, warn: warn)
    overrideLoader = overrides.restored == nil ? nil : try ListLoader()
  }

  /// Why content has no effect; nil if it has.
  func obstacle(to content: TriggeredContent, isDisplayOn: Bool) -> String? {
    content.continuation == nil
      ? obstacle(toTriggersOn: isDisplayOn) : obstacle(toHandOversOn: isDisplayOn)
  }

  /// Why a trigger has no effect; nil if it has.
  func obstacle(toTriggersOn isDisplayOn: Bool) -> String? {
    if standing?.isShown == true { return "during an override" }
    // A display that is off stays off: a sensor may report anyone.
    return isDisplayOn ? nil : "while the display is off"
  }

  /// Why a hand-over has no effect; nil if it has. A failed hand-over could not resume other triggered content.
  func obstacle(toHandOversOn isDisplayOn: Bool) -> String? {
    obstacle(toTriggersOn: isDisplayOn)
      ?? triggered.map { "while \($0.label) is active; vitrine ctl programme ends it" }
  }

  /// Replaces the triggered content. The tracks that it has chosen end with it.
  mutating func setTriggered(_ content: TriggeredContent?, on player: any ServedPlayer) {
    for command in triggered?.restoration ?? [] { player.performForVisitor(command) }
    triggered = content
    let status = player.status
    for command in triggered?.replaceTracks(status.choices, of: status.tracks) ?? [] {
      player.performForVisitor(command)
    }
  }

  /// The item that plays a hand-over from another player; `list` are the items of this one.
  func item(
    for handOver: HandOver, in list: [Item], _ status: PlaybackStatus
  ) -> Result<Item, Refusal> {
    if let obstacle = obstacle(toHandOversOn: status.isDisplayOn) {
      return .failure(Refusal("nothing can be handed over \(obstacle)"))
    }
    return Result { () throws(Refusal) in try handOver.item(in: list) }
  }

  /// Why the current item is on screen, by the plan and the override; `list` is the list's name.
  mutating func makeReport(list: String) -> ScheduleReport {
    let clocks = StoredOverride.Clocks.now()
    var report =
      plan?.report(at: clocks.wall)
      ?? ScheduleReport(
        level: .rest(priority: 0), .turn, list: "", isScheduled: false,
        isClockTrusted: clocks.isTrusted)
    if report.list.isEmpty { report.list = list }
    if let standing {
      report.override = standing.report(clocks)
      if standing.isShown { (report.level, report.reason) = (.override, .override) }
    }
    return report
  }

  /// The shares of each item so far.
  var accounts: [String: Account] { saved.accounts }

  /// Recalculates the plan if the machine's time zone has changed.
  mutating func update(_ zone: ZoneMark) {
    if let before = self.zone, before != zone { plan?.replaceClock(ClockReading.now().clock) }
    self.zone = zone
  }

  /// Whether the player's queue is the expected one: the `items` of a list without a schedule, a
  /// visitor's choice from them, or the planned items. During an override, the interrupted queue
  /// counts.
  func isFollowed(by player: any ServedPlayer, _ items: [Item], isChosenFrom: Bool) -> Bool {
    let queue = cut?.entries ?? player.queue.entries
    if isChosenFrom, queue.count <= 1 { return queue.allSatisfy { items.contains($0.original) } }
    guard let plan, !isChosenFrom else { return queue.elementsEqual(items) { $0.original == $1 } }
    return cut != nil || plan.isFollowed(by: ShowPlan.PlayerState(player.status, player.queue))
  }

  /// Whether anything plays; during an override, in the interrupted content.
  func isOpen(in player: any ServedPlayer) -> Bool {
    cut?.isShown ?? [.opening, .buffering, .playing].contains(player.status.phase)
  }

  /// Returns the items with which the player of a scheduled list starts.
  mutating func begin(_ list: ScheduledList) -> [Item] {
    var plan = ShowPlan(list, ClockReading.now().clock, accounts: accounts)
    let items = plan.begin(at: .now())
    self.plan = plan
    return items
  }

  /// Starts with the override of the previous run instead of `queue`; nil if visitors choose from
  /// the list. Returns why the override cannot be shown, if that is known in time.
  mutating func resumeOverride(
    over queue: Queue?, from point: ResumePoint?, _ playback: PlaybackSettings,
    quarantined: [String], patience: Duration
  ) -> String? {
    guard let note = overrides.restored, note.remaining(.now()) > 0, let overrideLoader else {
      return nil
    }
    var standing = ActiveOverride(note, nil, number: 0, isStored: true)
    overrideLoader.begin(note.content.listSource(playback), origins: [])
    var failure: String?
    if let result = overrideLoader.result(until: .now() + patience) {
      // Consumes the outcome, which is handled here.
      _ = overrideLoader.next()
      let found = ActiveOverride.found(result, quarantined: quarantined)
      standing.receive(found, at: .now())
      if case .failure(let error) = found { failure = error.text }
    }
    if let queue, let items = standing.begin(at: .now()) {
      initialItems = items
      cut = InterruptedQueue(queue, from: plan == nil ? point : nil)
      plan?.suspend(ShowPlan.PlayerState(entry: nil, queue: []), at: .now())
    }
    self.standing = standing
    return failure.map { "override \(note.id): cannot be shown: \($0)" }
  }

  /// Saves the remaining time periodically, for a restart without a trusted clock.
  mutating func saveRemainingTimeIfDue(_ clocks: StoredOverride.Clocks, at now: HostTime) {
    guard let standing else { return }
    let isNewlySet = clocks.isTrusted && standing.stored.end == nil
    guard isNewlySet || lastSave.map({ now - $0 >= Self.betweenOverrideNotes }) ?? true
    else { return }
    lastSave = now
    saveRemainingTime(clocks)
  }

  mutating func saveRemainingTime(_ clocks: StoredOverride.Clocks) {
    guard let note = standing?.updateStored(clocks), let number = standing?.number
    else { return }
    overrides.saveRemainingTime(note, of: number)
  }

  private static let betweenOverrideNotes = Duration.seconds(600)

  /// Returns the accounts if they are due to be saved, which is after an item boundary.
  mutating func accountsDue(isEnd: Bool) -> [String: Account]? {
    guard let plan, isEnd || plan.edges != saved.edges else { return nil }
    saved = (plan.accounts, plan.edges)
    return plan.accounts
  }
}

/// A player's schedules for volume, brightness and power.
struct PlayerSchedules: Sendable {
  var volume: ScheduledAmount<Double>?
  var brightness: ScheduledAmount<Brightness>?
  /// Whether the brightness outside of the schedule is that of the light around the display.
  var followsLight = false
  /// Turns the display on and off; shared with the player.
  var power: ScheduledPower?

  /// The light around the display calls for this brightness.
  mutating func followLight(_ level: Brightness) {
    if followsLight { brightness?.replaceDefault(with: level) }
  }

  /// Returns the commands that are due now.
  mutating func commands(at time: ClockReading) -> [Command] {
    let volume = volume?.update(time).map { Command.setVolume($0) }
    let brightness = brightness?.update(time).map { Command.setBrightness($0) }
    return [volume, brightness].compactMap(\.self)
  }
}

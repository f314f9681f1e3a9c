import VitrineEngine
import VitrineLinux
import VitrineLists
import VitrinePlans
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineSchedules
import VitrineSettings
import VitrineSignage
import VitrineTiming

extension ServedList {
  /// The state with which a list's player starts: the result of the first reading, and the position
  /// to resume.
  struct InitialState: Sendable {
    /// Nil for the main player.
    let connector: String?
    let source: any ListSource
    let playback: PlaybackSettings
    /// Nil while the first reading is under way.
    let found: Result<LoadedList, ListError>?
    let loader: ListLoader
    let store: ResumeStore
    let openings: OpeningStore?
    let crashLoopGuard: CrashLoopGuard
    /// The schedule and the emergency override.
    var signage: SignageState
    private var planned: [Item] = []
    /// Whether visitors choose from the list, instead of its playing automatically.
    let isChosenFrom: Bool

    /// How long the start waits for the list; a slower disk shows its picture later.
    static let patience = Duration.seconds(3)

    /// Reads the list and waits up to `patience` for it.
    init(
      _ connector: String?, _ source: any ListSource, _ playback: PlaybackSettings,
      _ store: ResumeStore, _ stores: SignageState.Stores = .init(), isChosenFrom: Bool,
      patience: Duration = Self.patience, _ log: Log
    ) throws(Errno) {
      self.connector = connector
      self.source = source
      self.playback = playback
      self.store = store
      self.isChosenFrom = isChosenFrom
      let warn = { @Sendable text in log.write(.stateNotSaved, text) }
      openings = store.openings(warn: warn)
      crashLoopGuard = store.read(openings?.read(), edition: source.edition, warn: warn)
      openings?.begin(crashLoopGuard.openingRecord)
      loader = try ListLoader()
      loader.begin(source, origins: [])
      found = loader.result(until: .now() + patience)
      signage = try SignageState(stores, warn: warn)
      crashLoopGuard.newlyQuarantined.map { log.write(LogMessage.quarantined($0)) }
      if let schedule { planned = signage.begin(schedule) }
      let failure = signage.resumeOverride(
        over: isChosenFrom ? nil : listQueue, from: crashLoopGuard.resume, playback,
        quarantined: crashLoopGuard.quarantined, patience: patience)
      if let failure { log.write(.overrideFailed, failure) }
    }

    private var schedule: ScheduledList? {
      guard let list, !isChosenFrom else { return nil }
      return list.schedule(
        ListPolicy.rest(of: list.items, quarantined: crashLoopGuard.quarantined), playback)
    }

    var list: LoadedList? {
      if case .success(let list)? = found { list } else { nil }
    }

    /// The first items to play or to choose from: the list, or a card with the reason why there is
    /// none.
    var items: [Item] {
      if isChosenFrom {
        return ListPolicy.rest(of: list?.items ?? [], quarantined: crashLoopGuard.quarantined)
      }
      if signage.plan != nil { return planned }
      return switch found {
      case .success(let list):
        ListPolicy.items(of: list, source.name, quarantined: crashLoopGuard.quarantined)
      case .failure(let error): [ListPolicy.card(source.name, error.lines)]
      case nil: [ListPolicy.card(source.name, ["\(source.name): still being read"])]
      }
    }

    /// The content for the list's player.
    var content: ProgramPlan.Content {
      var content = ProgramPlan.Content(
        queue, listed: isChosenFrom ? items : [], title: list?.title,
        resume: signage.plan == nil && signage.initialItems == nil ? crashLoopGuard.resume : nil)
      content.power = signage.schedules.power
      if let openings { content.onOpening = { openings.record(open: $0) } }
      return content
    }

    private var queue: Queue { signage.initialItems.map { Queue($0, loop: .queue) } ?? listQueue }

    private var listQueue: Queue {
      let order = signage.plan == nil ? QueueOrder(list, playback) : .scheduled
      let seed = order.isShuffled ? crashLoopGuard.resume?.shuffleSeed ?? QueueOrder.newSeed() : nil
      return Queue(items, loop: order.loop, shuffleSeed: seed)
    }
  }
}

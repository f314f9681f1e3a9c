import VitrineControl
import VitrineEngine
import VitrineLinux
import VitrineLists
import VitrinePlans
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineSettings
import VitrineSignage
import VitrineTiming

// Emergency overrides, and the report on why an item is on screen.
extension ServedList {
  /// Carries out the override requests of clients, which are on disk by now.
  func handleOverrideRequests(at now: HostTime) {
    while let one = signage.overrides.next() {
      switch one {
      case .begin(let note, let items, let number, let isSaved, let answer):
        let replaced = signage.standing?.stored.id
        signage.standing = ActiveOverride(note, items, number: number, isStored: isSaved)
        signage.setTriggered(nil, on: player)
        log(.overrideStarted(note.id, replacing: replaced))
        if !isSaved { log(.overrideNotSaved(note.id)) }
        updateOverride(at: now)
        answer(nil)
      case .end(let id, let answer):
        log(LogMessage(.overrideEnded, "override \(id): ended"))
        signage.standing = nil
        resumeInterrupted()
        updateSchedule()
        updateReport()
        answer(nil)
      case .programme(let answer):
        // Requests of clients were checked for an override, those of the service menu were not.
        if let standing = signage.standing, standing.isShown {
          answer(Refusal(overriddenBy: standing.stored.id))
        } else {
          if signage.triggered != nil { endTriggered() }
          returnToProgramme(at: now)
          answer(nil)
        }
      case .trigger(let content): begin(content)
      case .release(let name): if signage.triggered?.released(name) == true { endTriggered() }
      case .find(let handOver, let done):
        done(signage.item(for: handOver, in: policy.programme, player.status))
      case .withdraw(let name) where signage.triggered?.name == name:
        log(LogMessage(.triggerWithdrawn, "\(name): withdrawn"))
        endTriggered(hasFailed: true)
      case .withdraw: break
      }
    }
  }

  /// Takes the result of reading the override's source again.
  func handleOverrideReading(at now: HostTime) {
    while let outcome = signage.overrideLoader?.next() {
      let found = ActiveOverride.found(outcome.result, quarantined: policy.quarantined)
      signage.standing?.receive(found, at: now)
    }
    updateOverride(at: now)
  }

  /// Shows the current override, or resumes the interrupted content once it is over.
  func updateOverride(at now: HostTime) {
    defer { updateReport() }
    let clocks = StoredOverride.Clocks.now()
    guard let effect = signage.standing?.update(player.overrideSight, clocks, at: now) else {
      return signage.saveRemainingTimeIfDue(clocks, at: now)
    }
    switch effect {
    case .show(let items): show(items)
    case .resumeQueue:
      log(.overrideFailed(signage.standing?.stored.id ?? "", signage.standing?.trouble ?? ""))
      resumeInterrupted()
    case .end:
      if let standing = signage.standing {
        log(LogMessage(.overrideEnded, "override \(standing.stored.id): expired"))
        signage.overrides.recordEnd(of: standing.number)
      }
      signage.standing = nil
      resumeInterrupted()
    case .read:
      if let source = signage.standing?.stored.content.listSource(policy.playback) {
        signage.overrideLoader?.begin(source, origins: [])
      }
    }
  }

  private func show(_ items: [Item]) {
    // It would cover the override.
    player.show(nil)
    signage.setTriggered(nil, on: player)
    interrupt()
    player.perform(.edit(.replaceQueue(Queue(items, loop: .queue), from: nil)))
    player.perform(.play)
  }

  /// Keeps what plays, unless it has already been interrupted. `isEnding` is whether the current item plays to its
  /// end.
  func interrupt(isEnding: Bool = false) {
    guard signage.cut == nil else {
      signage.cut?.interruptEnding(player.status)
      return
    }
    let (status, queue) = (player.status, player.queue)
    signage.cut = InterruptedQueue(status, queue, isEnding: isEnding)
    signage.plan?.suspend(
      ShowPlan.PlayerState(status, queue), isEnding: isEnding, at: .now())
  }

  /// Resumes the interrupted content.
  func resumeInterrupted() {
    guard let cut = signage.cut else { return }
    signage.cut = nil
    guard let effects = signage.plan?.resume(at: .now()) else {
      for command in cut.commands { player.perform(command) }
      return
    }
    carryOut(effects)
    player.perform(.play)
  }

  /// Updates the report on why the current item is on screen.
  func updateReport() {
    var report = signage.makeReport(list: policy.listName)
    if signage.plan == nil, report.level != .override { report.next = player.following }
    report.isProgramme = isProgramme
    signage.overrides.publish(report, policy)
  }
}

extension ServedPlayer {
  /// Whether a card is on screen, or nothing yet: nothing is cut short while the current item still
  /// waits for the network.
  var showsCard: Bool {
    let status = status
    return status.item?.isCard == true || status.awaitsNetwork && status.phase == .opening
  }

  /// The next item in a list without a schedule; nil if the current one repeats.
  fileprivate var following: String? {
    let queue = queue
    guard queue.loop != .item, let entry = status.entry,
      let place = queue.place(of: entry)
    else { return nil }
    return queue.upcoming(after: place, 1).first?.displayTitle
  }

  fileprivate var overrideSight: ActiveOverride.PlayerState {
    let (status, queue) = (status, queue)
    var failure: String?
    if case .failed(let error) = status.phase { failure = error.message }
    let isIdle = status.phase == .idle || status.phase == .ended
    return ActiveOverride.PlayerState(
      items: queue.entries.map(\.item), isPlaying: !status.isPaused && !isIdle, failure: failure)
  }
}

extension ActiveOverride {
  /// The result of reading the override's source, without the items that have crashed the player
  /// repeatedly.
  static func found(
    _ result: Result<LoadedList, ListError>, quarantined: [String]
  ) -> Result<[Item], ReadError> {
    switch result {
    case .failure(let error): return .failure(ReadError(error.lines.first ?? "cannot be read"))
    case .success(let list):
      let items = list.items.filter { !quarantined.contains($0.location) }
      guard items.isEmpty, !list.items.isEmpty else { return .success(items) }
      return .failure(ReadError("quarantined after repeated crashes"))
    }
  }
}

extension OverrideRequest.Content {
  func listSource(_ playback: PlaybackSettings) -> any ListSource {
    switch self {
    case .source(let source): PlaylistSource(paths: [source], playback)
    case .card(let title, let text, let severity):
      CardSource(name: "override", title: title, detail: text, severity: severity)
    }
  }
}

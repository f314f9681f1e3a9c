import Engine
import Linux
import Playback
import Playlists
import Settings
import Timing

/// A player, the list that it plays, and what has become of the list meanwhile. Bound to the
/// service's thread.
final class ServedList {
  let player: Player
  /// Nil for the player that people see first.
  let connector: String?
  private var source: any ListSource
  private var playback: PlaybackSettings
  private let isChosenFrom: Bool
  private let reading: ListReading
  private let keeper: PlaceKeeper
  private var crashLoopGuard: CrashLoopGuard
  private let log: Log
  /// As it was read last; nil while there is none.
  private var loaded: LoadedList?
  /// What was told of it, so that it is told once.
  private var told: ListTrouble?
  private(set) var watch: OriginWatch?
  /// Why there is none, as it was told.
  private var blindness: Errno?
  private var hasToldOfEmptiness = false
  /// When to look although nobody called.
  private var lookAt: HostTime?
  private var settled: (due: HostTime, latest: HostTime)?
  /// Since when it is being read, and what comes after that.
  private var isRead: (since: HostTime, then: Afterwards, isTold: Bool)?
  private var order: QueueOrder
  /// Whether the list is to be taken although it is the same.
  private var isQuarantineCleared = false
  /// The place as it was seen last.
  private var last: ResumeNote?

  private enum Afterwards {
    case rest
    case readAgain
    /// What is read now is of another source than the one that counts.
    case readAnother
  }

  /// Something that is copied in makes news again and again: a pause is awaited, but not for ever.
  private static let pause = Duration.milliseconds(300)
  private static let patience = Duration.seconds(5)
  private static let betweenLooks = Duration.seconds(10)
  /// Who waits so long for a list wants to know what for.
  private static let longReading = Duration.seconds(10)

  init(_ player: Player, _ beginning: Beginning, _ log: Log) throws(Errno) {
    (self.player, self.log) = (player, log)
    connector = beginning.connector
    (source, playback) = (beginning.source, beginning.playback)
    crashLoopGuard = beginning.crashLoopGuard
    (isChosenFrom, reading) = (beginning.isChosenFrom, beginning.reading)
    keeper = try PlaceKeeper(beginning.store, log)
    loaded = beginning.list
    order = QueueOrder(loaded, playback)
    // Whatever has been found is taken in the first turn.
    isRead = (.now(), .rest, false)
  }

  /// What an event loop waits on beside the watch: a reading has come to its end.
  var bell: Wakeup { reading.bell }

  /// Whether what was asked for has not been read yet.
  var isBusy: Bool { isRead != nil }

  /// What is wrong with the list as it was read last.
  var trouble: String? { told?.lines.first }

  /// When it wants to be asked to look.
  var due: HostTime? {
    let slow = isRead.flatMap { $0.isTold ? nil : $0.since + Self.longReading }
    return [settled?.due, lookAt, slow].compactMap(\.self).min()
  }

  /// Files and folders have news: looks once they have settled.
  func takeNews(at now: HostTime) {
    guard watch?.takeNews(ofUse: { FileKind(path: $0) != nil }) == true else { return }
    let latest = settled?.latest ?? now + Self.patience
    settled = (min(now + Self.pause, latest), latest)
    clearQuarantine()
  }

  /// The operator has done something about the list: what is quarantined is played again once the
  /// list is read.
  func clearQuarantine() {
    guard !crashLoopGuard.quarantined.isEmpty else { return }
    crashLoopGuard.clearQuarantine()
    isQuarantineCleared = true
  }

  /// Reads the list again where that is due.
  func look(at now: HostTime) {
    if let reading = isRead, !reading.isTold, now - reading.since >= Self.longReading {
      isRead?.isTold = true
      log.warning("\(source.name): still being read after 10 s; does its disk or share answer?")
    }
    guard let due = [settled?.due, lookAt].compactMap(\.self).min(), due <= now else { return }
    reload(at: now)
  }

  /// Has the list read again. A good one takes effect where the present item ends; a bad one is told
  /// and changes nothing.
  func reload(at now: HostTime) {
    (settled, lookAt) = (nil, nil)
    guard isRead == nil else {
      if case .rest? = isRead?.then { isRead?.then = .readAgain }
      return
    }
    isRead = (now, .rest, false)
    reading.begin(source, origins: told?.origins ?? loaded?.origins ?? [])
  }

  /// Plays another list from now on, or as soon as it is there; with other settings.
  func exchange(_ other: any ListSource, _ playback: PlaybackSettings) {
    (source, self.playback, loaded) = (other, playback, nil)
    isRead?.then = .readAnother
  }

  /// Takes what has been read.
  func takeFinding(at now: HostTime) {
    while let finding = reading.next() {
      let then = isRead?.then ?? .rest
      isRead = nil
      if case .readAnother = then {} else { finish(finding, at: now) }
      if case .rest = then { continue }
      reload(at: now)
    }
  }
}

// What was read.
extension ServedList {
  private func finish(_ finding: ListReading.Finding, at now: HostTime) {
    isRead = nil
    switch finding.result {
    case .success(let list):
      let before = loaded
      (loaded, told) = (list, nil)
      if list.items.isEmpty, !hasToldOfEmptiness {
        log.warning("\(source.name): empty. It begins once that changes")
      }
      hasToldOfEmptiness = list.items.isEmpty
      if list != before || isQuarantineCleared { take(list) }
      isQuarantineCleared = false
    case .failure(let trouble):
      if told != trouble {
        for line in trouble.lines { log.error(line) }
        if loaded != nil { log.warning("\(source.name): the list as it was before goes on") }
      }
      told = trouble
    }
    take(finding.watch)
    // An empty folder may be where something is going to be mounted, which makes no news.
    let isEmpty = loaded?.items.isEmpty ?? true
    if finding.mayBeOutdated || isEmpty || told != nil || watch?.isBlind != false {
      lookAt = now + Self.betweenLooks
    }
  }

  private func take(_ found: Result<OriginWatch, Errno>) {
    do throws(Errno) {
      watch = try found.get()
      blindness = nil
    } catch {
      if blindness != error {
        log.warning("\(source.name): looked at each 10 s, as it cannot be watched: \(error)")
      }
      (watch, blindness) = (nil, error)
    }
  }

  private func take(_ list: LoadedList) {
    log.info("\(source.name): \(list.items.count) items")
    if isChosenFrom {
      player.list(list.items)
      return
    }
    let isEmpty = list.items.isEmpty
    let items =
      isEmpty ? [Self.card(source.name, [])] : Self.without(crashLoopGuard.quarantined, list.items)
    let isCard = player.status.item?.isCard == true
    // Nobody wants to wait for the end of a card that says that nothing can be played.
    player.perform(.edit(isCard ? .replace(items) : .reload(items)))
    let order = QueueOrder(list, playback)
    if order.loop != self.order.loop { player.perform(.edit(.loop(order.loop))) }
    if order.isShuffled != self.order.isShuffled {
      player.perform(.edit(.shuffle(seed: order.isShuffled ? QueueOrder.newSeed() : nil)))
    }
    self.order = order
  }
}

// Where it is.
extension ServedList {
  /// Notes the place where it is.
  func notePlace(at now: HostTime) {
    guard let point = ResumePoint(player.status, in: player.queue) else { return }
    let note = crashLoopGuard.note(point)
    last = note
    keeper.note(note, at: now)
  }

  /// Notes the place where it ended, since it was told to.
  func close() {
    if let point = ResumePoint(player.status, in: player.queue) {
      last = crashLoopGuard.note(point)
    }
    keeper.close(last)
    reading.close()
  }
}

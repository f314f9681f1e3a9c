import Engine
import Linux
import Playback
import Playlists
import Timing

/// A player, the list that it plays, and what has become of the list meanwhile. Bound to the
/// service's thread.
final class ServedList {
  let player: Player
  private var source: any ListSource
  private var store: ResumeStore
  private let log: Log
  /// As it was read last; nil while there is none.
  private var loaded: LoadedList?
  /// What was told of it, so that it is told once.
  private var told: ListTrouble?
  private(set) var watch: FolderWatch?
  /// When to look although nobody called: where folders cannot be watched.
  private(set) var lookAt: HostTime?
  private var settled: (due: HostTime, latest: HostTime)?

  /// Something that is copied in makes news again and again: a pause is awaited, but not for ever.
  private static let pause = Duration.milliseconds(300)
  private static let patience = Duration.seconds(5)
  private static let betweenLooks = Duration.seconds(10)

  init(_ player: Player, _ beginning: Beginning, _ log: Log) {
    (self.player, self.log) = (player, log)
    (source, store) = (beginning.opening.source, beginning.store)
    switch beginning.opening.result {
    case .success(let list):
      loaded = list
      if list.items.isEmpty { log.warning("\(source.name): empty. It begins once that changes") }
    case .failure(let trouble):
      told = trouble
      trouble.lines.forEach(log.error)
    }
    watchFolders(now: .now())
  }

  /// A list that was read, and where its place is kept.
  struct Beginning {
    let opening: Opening
    let store: ResumeStore
    /// Where to go on; nil at the beginning.
    let resume: ResumePoint?

    init(opening: Opening, store: ResumeStore) {
      (self.opening, self.store, resume) = (opening, store, store.read())
    }
  }

  /// A list, and what came of reading it for the first time.
  struct Opening {
    let source: any ListSource
    let result: Result<LoadedList, ListTrouble>

    init(_ source: any ListSource) {
      self.source = source
      do throws(ListTrouble) {
        result = .success(try source.read())
      } catch {
        result = .failure(error)
      }
    }

    /// What plays at first: the list, or a card that says why there is none.
    var items: [Item] {
      switch result {
      case .success(let list): list.items.isEmpty ? [Self.card(source.name, [])] : list.items
      case .failure(let trouble): [Self.card(source.name, trouble.lines)]
      }
    }

    static func card(_ name: String, _ lines: [String]) -> Item {
      let cause = lines.first ?? "\(name): empty"
      return LoadedList.card(
        title: "Nothing to play yet", detail: "\(cause)\nIt begins by itself once that has changed"
      )
    }
  }

  /// When it wants to be asked to look.
  var due: HostTime? { [settled?.due, lookAt].compactMap(\.self).min() }

  /// Folders have news: looks once they have settled.
  func takeNews(at now: HostTime) {
    guard let news = watch?.news(), !news.isEmpty else { return }
    let latest = settled?.latest ?? now + Self.patience
    settled = (min(now + Self.pause, latest), latest)
  }

  /// Reads the list again where that is due.
  func look(at now: HostTime) {
    guard let due, due <= now else { return }
    reload(at: now)
  }

  /// Reads the list again. A good one takes effect where the present item ends; a bad one is told
  /// and changes nothing.
  func reload(at now: HostTime) {
    (settled, lookAt) = (nil, nil)
    do throws(ListTrouble) {
      // Watched first: what changes while it is read is news again.
      watchFolders(now: now)
      let list = try source.read()
      let before = loaded
      (loaded, told) = (list, nil)
      if before?.folders != list.folders { watchFolders(now: now) }
      guard list != before else { return }
      take(list)
    } catch {
      if told != error {
        for line in error.lines { log.error(line) }
        if loaded != nil { log.warning("\(source.name): the list as it was before goes on") }
      }
      told = error
      watchFolders(now: now)
    }
  }

  /// Plays another list from now on, or as soon as it is there.
  func exchange(_ other: any ListSource) {
    source = other
    loaded = nil
  }

  private func take(_ list: LoadedList) {
    log.info("\(source.name): \(list.items.count) items")
    let items = list.items.isEmpty ? [Opening.card(source.name, [])] : list.items
    let isCard = if case .card = player.status.item?.source { true } else { false }
    // Nobody wants to wait for the end of a card that says that nothing can be played.
    player.perform(.edit(isCard ? .replace(items) : .reload(items)))
    if let loop = list.loop { player.perform(.edit(.loop(loop))) }
  }

  private func watchFolders(now: HostTime) {
    let folders = told?.folders ?? loaded?.folders ?? []
    do throws(Errno) {
      let watch = try FolderWatch(folders)
      self.watch = watch
      // What is not there cannot be watched, and networks' file systems tell nothing.
      if !watch.missing.isEmpty || loaded == nil { lookAt = now + Self.betweenLooks }
    } catch {
      lookAt = now + Self.betweenLooks
      log.warning("\(source.name): looked at each 10 s, as its folder cannot be watched: \(error)")
    }
  }

  /// Notes the place where it is.
  func notePlace(at now: HostTime) {
    guard let point = ResumePoint(player.status, in: player.queue) else { return }
    store.note(point, at: now) { log.warning($0) }
  }

  /// Notes the place where it ends.
  func noteEnd() {
    guard let point = ResumePoint(player.status, in: player.queue) else { return }
    store.noteEnd(point)
  }
}

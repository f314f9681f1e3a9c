import VitrineContent
import VitrineControl
import VitrineCryptography
import VitrineEngine
import VitrineLinux
import VitrineNetwork
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings
import VitrineSignage
import VitrineStreams
import VitrineWeb

/// Sets up content updates and reports playback results to the updater.
enum ContentUpdates {
  /// Returns nil if no content updates are configured, or if they are not possible, which is
  /// logged.
  static func begin(
    _ settings: Configuration, in store: Folder?, _ remotes: RemoteSources, _ log: Log,
    updateState: Shared<ContentUpdateState>, onChange: @escaping @Sendable () -> Void
  ) throws(Errno) -> ContentSupply? {
    guard settings.content.isUsed else { return nil }
    guard let store else {
      log.warning("content: no folder to store releases in; set service.state")
      return nil
    }
    let plan: SupplyPlan
    do throws(SignatureError) { plan = try SupplyPlan(settings.content, in: store) } catch {
      log.error("content.key: \(error)")
      return nil
    }
    let playback = settings.playback
    let parts = ContentSupply.Parts(remotes) { path in
      Self.fault(of: path, playback)
    } tell: { news in
      switch news {
      case .trouble(let what):
        updateState.update { $0.failure = what }
        // Shown only while there is no content yet.
        if StoredSet.current(in: store) == nil { onChange() }
      case .shows, .goesBack:
        updateState.update { $0.failure = nil }
        onChange()
      case .playsStick(let path, _):
        updateState.update { ($0.failure, $0.stick) = (nil, path) }
        onChange()
      case .leavesStick:
        updateState.update { $0.stick = nil }
        onChange()
      case .isBad, .isWell: updateState.update { $0.failure = nil }
      case .wasHelped, .lies: break
      }
      log.write(news.line)
    }
    return try ContentSupply(plan, parts)
  }

  /// Returns the first error in a list or folder of a new release.
  private static func fault(of path: String, _ playback: PlaybackSettings) -> String? {
    do throws(ListError) {
      let list = try PlaylistSource(paths: [path], playback).read()
      return list.items.isEmpty ? "nothing playable in it" : nil
    } catch {
      return error.lines.first
    }
  }
}

extension SupplyPlan {
  init(_ settings: ContentSettings, in store: Folder) throws(SignatureError) {
    self.init(store: store)
    manifest = settings.manifest.flatMap { try? RemoteURL($0) }
    key = try settings.key.map { text throws(SignatureError) in try VerifyingKey(text) }
    (folder, sticks) = (settings.folder, settings.sticks)
    name = settings.name ?? Site.machineName
    (period, hours) = (.seconds(settings.period), settings.hours)
    limit = settings.limit > 0 ? settings.limit * 1e6 : nil
    keepFree = Int64(settings.keepFree * 1e9)
    peers = settings.peers.compactMap { try? RemoteURL($0) }
  }
}

extension ContentSupply {
  /// Called on the player's threads.
  func handle(_ event: PlayerEvent) {
    switch ContentVerdict(event) {
    case .shown(let path): noteShown(path)
    case .failed(let path, let reason): noteFailed(path, because: reason)
    case nil: break
    }
  }
}

/// The evidence that a player event gives for or against the content.
enum ContentVerdict: Hashable {
  case shown(String)
  case failed(String, because: String)

  /// Nil if the event says nothing about it: a skip, stop, seek, disabled track, unplugged display
  /// or unresponsive disk is not a fault of the content.
  init?(_ event: PlayerEvent) {
    switch event {
    case .screen(.left(let item, _, _, .ended)):
      guard case .file(let path) = item.source else { return nil }
      self = .shown(path)
    case .failed(let item, let error):
      guard error.cause == .content, case .file(let path) = item.source else { return nil }
      self = .failed(path, because: error.message)
    default: return nil
    }
  }
}

extension SupplyNews {
  var line: LogLine {
    switch self {
    case .shows(let set, let number, let files):
      .info("content: release \(number) starts with the next item: \(files) files, id \(set)")
    case .wasHelped(let bytes, let all):
      .info("content: \(megabytes(bytes)) of \(megabytes(all)) MB downloaded from peers")
    case .lies(let peer):
      .warning(
        "content: \(peer) sent a file with the wrong SHA-256; ignoring this peer for an hour"
      )
    case .goesBack(let reason):
      .error("content: the new release failed (\(reason)); rolled back to the previous one")
    case .isBad(let reason):
      .error("content: the release on screen failed (\(reason)), and there is no previous one")
    case .playsStick(let path, let files):
      .info(
        "content: USB stick \(path) starts with the next item: \(files) videos and pictures"
      )
    case .leavesStick(let path, let reason?):
      .error(
        "content: USB stick \(path) failed (\(reason)); showing the previous content again")
    case .leavesStick(let path, nil):
      .info("content: USB stick \(path) was removed; showing the previous content again")
    case .trouble(let what): .warning("content: \(what)")
    case .isWell: .info("content: recovered")
    }
  }

  private func megabytes(_ bytes: Int64) -> String {
    let tenths = (bytes + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}

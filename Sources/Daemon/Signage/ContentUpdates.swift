import VitrineAddresses
import VitrineContent
import VitrineControl
import VitrineCryptography
import VitrineEngine
import VitrineLinux
import VitrineLists
import VitrineNetwork
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings
import VitrineSignage
import VitrineWeb

/// Sets up content updates and reports playback results to the updater.
enum ContentUpdates {
  /// Returns nil if no content updates are configured, or if they are not possible, which is
  /// logged.
  static func begin(
    _ settings: Configuration, in store: Folder?, _ remotes: RemoteSources, _ log: Log,
    updateState: Shared<ContentUpdateState>, onChange: @escaping @Sendable () -> Void
  ) throws(Errno) -> ContentUpdater? {
    guard settings.content.isUsed else { return nil }
    guard let store else {
      log.write(
        LogMessage(
          .contentWithoutFolder, "content: no folder to store releases in; set service.state"),
        lasting: .content)
      return nil
    }
    let updates: ContentUpdateSettings
    do throws(SignatureError) {
      updates = try ContentUpdateSettings(settings.content, in: store)
    } catch {
      log.write(LogMessage(.contentKeyInvalid, "content.key: \(error)"), lasting: .content)
      return nil
    }
    let playback = settings.playback
    let dependencies = ContentUpdater.Dependencies(remotes) { path in
      Self.fault(of: path, playback)
    } report: { event in
      switch event {
      case .error(let what):
        updateState.update { $0.failure = what }
        // Shown only while there is no content yet.
        if StoredRelease.current(in: store) == nil { onChange() }
      case .activated, .rolledBack:
        updateState.update { $0.failure = nil }
        onChange()
      case .startedStick(let path, _):
        updateState.update { ($0.failure, $0.stick) = (nil, path) }
        onChange()
      case .stoppedStick:
        updateState.update { $0.stick = nil }
        onChange()
      case .failed, .recovered: updateState.update { $0.failure = nil }
      case .downloadedFromPeers, .distrusted: break
      }
      switch event {
      case .error, .failed, .rolledBack: log.write(event.message, lasting: .content)
      case .activated, .startedStick, .recovered:
        log.solve(.content)
        log.write(event.message)
      case .downloadedFromPeers, .distrusted, .stoppedStick: log.write(event.message)
      }
    }
    return try ContentUpdater(updates, dependencies)
  }

  /// Returns the first error in a list or folder of a new release.
  private static func fault(of path: String, _ playback: PlaybackSettings) -> String? {
    do throws(ListError) {
      let list = try PlaylistSource(paths: [path], playback).read()
      return list.items.isEmpty ? "no playable item" : nil
    } catch {
      return error.lines.first
    }
  }
}

extension ContentUpdateSettings {
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

extension ContentUpdater {
  /// Called on the player's threads.
  func handle(_ event: PlayerEvent) {
    switch ContentVerdict(event) {
    case .shown(let path): recordShowing(of: path)
    case .failed(let path, let reason): recordFailure(of: path, because: reason)
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

extension ContentUpdateEvent {
  var message: LogMessage {
    switch self {
    case .activated(let set, let number, let files):
      LogMessage(
        .contentActivated,
        "content: release \(number) starts with the next item: \(files) files, id \(set)")
    case .downloadedFromPeers(let bytes, let all):
      LogMessage(
        .contentFromPeers,
        "content: \(megabytes(bytes)) of \(megabytes(all)) MB downloaded from peers")
    case .distrusted(let peer):
      LogMessage(
        .contentPeerRejected,
        "content: \(peer) sent a file with the wrong SHA-256; ignoring this peer for an hour"
      )
    case .rolledBack(let reason):
      LogMessage(
        .contentRolledBack,
        "content: the new release failed (\(reason)); rolled back to the previous one")
    case .failed(let reason):
      LogMessage(
        .contentFailed,
        "content: the release on screen failed (\(reason)), and there is no previous one")
    case .startedStick(let path, let files):
      LogMessage(
        .stickStarted,
        "content: USB stick \(path) starts with the next item: \(files) videos and pictures"
      )
    case .stoppedStick(let path, let reason?):
      LogMessage(
        .stickFailed,
        "content: USB stick \(path) failed (\(reason)); showing the previous content again")
    case .stoppedStick(let path, nil):
      LogMessage(
        .stickRemoved, "content: USB stick \(path) was removed; showing the previous content again")
    case .error(let what):
      LogMessage(
        .contentDelayed, "content: \(what)")
    case .recovered:
      LogMessage(
        .contentRecovered, "content: recovered")
    }
  }

  private func megabytes(_ bytes: Int64) -> String {
    let tenths = (bytes + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10)"
  }
}

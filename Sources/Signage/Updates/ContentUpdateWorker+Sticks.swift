import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrinePlaylists
import VitrineSchedules
import VitrineTiming

/// A USB stick that plays directly.
struct PlayingStick {
  let path: String
  /// The versions of its files, by path.
  let marks: [String: String]
  let playable: Int
  /// Consecutive failed items.
  var failures = 0
  /// When to check that it is still plugged in.
  var due: HostTime

  /// The number of consecutive failures that ends its playback.
  private static let most = 2

  var hasFailed: Bool { failures >= min(Self.most, max(playable, 1)) }
}

/// The sticks that play directly.
struct StickPlayback {
  var current: PlayingStick?
  /// Sticks whose files failed to play, with their contents at that time.
  var rejected: [String: [String: String]] = [:]
  /// When to check for another stick during a download.
  var due = HostTime(nanoseconds: 0)
}

// Sticks: copied into the store, or played directly.
extension ContentUpdateWorker {
  var playingStick: PlayingStick? {
    get { stickPlayback.current }
    set { stickPlayback.current = newValue }
  }

  /// Handles the sticks that are for this player; returns their folders.
  mutating func checkSticks() -> [String] {
    var (places, played): ([String], [String]) = ([], [])
    for folder in settings.stickFolders {
      attempt(folder.path) { worker throws(ContentUpdateError) in
        places.append(folder.path)
        guard let stick = try Stick(folder, for: worker.settings.name) else {
          places.removeLast()
          return
        }
        switch stick.use {
        case .copied: try worker.checkFolder(stick.path)
        case .played:
          played.append(stick.path)
          do throws(ContentUpdateError) { try worker.checkPlayingStick(stick.path) } catch {
            worker.stopChangedStick(stick.path, error)
            throw error
          }
        }
      }
    }
    stickPlayback.rejected = stickPlayback.rejected.filter { played.contains($0.key) }
    // The stick is still there, but is now for other players or to be copied.
    if let playingStick, !played.contains(playingStick.path) { stopStick(because: nil) }
    return places
  }

  /// Plays a stick once two consecutive checks find the same contents. With a key, the manifest
  /// must be signed, and every file must match it, before anything plays.
  private mutating func checkPlayingStick(_ path: String) throws(ContentUpdateError) {
    // One stick at a time: the first one plugged in.
    guard playingStick == nil || playingStick?.path == path else { return }
    var scan = scans[path] ?? FolderScan(path)
    defer { scans[path] = scan }
    guard try scan.isUnchanged(), scan.marks != stickPlayback.rejected[path] else {
      throw .unchanged
    }
    guard playingStick?.marks != scan.marks else { return }
    if let unsupported = scan.unsupported {
      throw .invalid(
        unsupported,
        cause:
          "neither a file nor a folder, or nested too deeply; links on a stick are not followed"
      )
    }
    let manifest = try published(in: path)
    if settings.key != nil, let manifest {
      try scan.compare(with: manifest) { shouldContinue() }
    }
    let list = (manifest?.play ?? scan.list).map { "\(path)/\($0)" } ?? path
    if let fault = dependencies.check(list) { throw .invalid("the playlist to play", cause: fault) }
    guard shouldContinue() else { throw .cancelled }
    playingStick = PlayingStick(
      path: path, marks: scan.marks, playable: scan.playable, due: .now() + Self.presencePeriod)
    status.update { $0.stick = path }
    dependencies.report(.startedStick(list, files: scan.playable))
  }

  /// Stops playing a stick whose contents changed and can no longer be played.
  private mutating func stopChangedStick(_ path: String, _ error: ContentUpdateError) {
    switch error {
    case .unchanged, .cancelled: break
    default: if playingStick?.path == path { stopStick(because: "\(error)") }
    }
  }

  /// The interval for checking that the stick is plugged in. The previous content must be back in
  /// the queue before the stick's decoded pictures run out.
  private static let presencePeriod = Duration.milliseconds(200)

  mutating func checkStickPresence() {
    guard let due = playingStick?.due, due <= .now() else { return }
    playingStick?.due = .now() + Self.presencePeriod
    if !isStickPresent { stopStick(because: nil) }
  }

  private var isStickPresent: Bool {
    playingStick.map { playsDirectly(Folder($0.path)) } == true
  }

  /// Whether a stick to play was plugged in during a download. It does not wait for the download.
  mutating func isStickWaiting() -> Bool {
    guard settings.sticks != nil, playingStick == nil, stickPlayback.due <= .now() else {
      return false
    }
    stickPlayback.due = .now() + settings.folderPeriod
    return settings.stickFolders.contains { folder in
      scans[folder.path] == nil && playsDirectly(folder)
    }
  }

  private func playsDirectly(_ folder: Folder) -> Bool {
    (try? Stick(folder, for: settings.name))?.use == .played
  }

  func isOnStick(_ path: String) -> Bool {
    playingStick.map { path.hasPrefix($0.path + "/") } == true
  }

  mutating func recordStickShowing() { playingStick?.failures = 0 }

  /// Counts a failed item, unless the stick was unplugged.
  mutating func recordStickFailure(_ reason: String) {
    guard let path = playingStick?.path else { return }
    guard isStickPresent else { return stopStick(because: nil) }
    playingStick?.failures += 1
    guard playingStick?.hasFailed == true else { return }
    stickPlayback.rejected[path] = playingStick?.marks
    stopStick(because: reason)
  }

  private mutating func stopStick(because reason: String?) {
    guard let path = playingStick?.path else { return }
    playingStick = nil
    // Another stick's files may look the same.
    scans[path] = nil
    status.update { $0.stick = nil }
    dependencies.report(.stoppedStick(path, because: reason))
  }
}

extension FolderScan {
  /// The list to play; nil plays the whole folder.
  fileprivate var list: ReleasePath? {
    Self.play(marks.keys.compactMap { ReleasePath($0) })
  }
}

import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrineSchedules
import VitrineTiming

/// An error of a source.
struct ContentProblem {
  let text: String
  /// Whether the update only waits for its maintenance window.
  var isWaiting = false
}

/// The content that the player shows: the active release of the store, or a stick that plays
/// directly. The player's reports about their items arrive here. Bound to the updater's thread.
struct PlayableContent: ~Copyable {
  var store: ReleaseStore
  private(set) var sticks = StickPlayback()
  /// The contents of local folders and sticks, by path.
  var scans: [String: FolderScan] = [:]
  let settings: ContentUpdateSettings
  let dependencies: ContentUpdater.Dependencies
  let status: ContentUpdateStatus
  private var reported: String?

  init(
    _ store: consuming ReleaseStore, _ settings: ContentUpdateSettings,
    _ dependencies: ContentUpdater.Dependencies, _ status: ContentUpdateStatus
  ) {
    self.store = store
    self.settings = settings
    self.dependencies = dependencies
    self.status = status
    // The error of an earlier attempt to open the store.
    reported = status.report.trouble
  }

  /// Publishes the store's state.
  func publish() {
    let (release, state, written) = (store.current, store.state, store.written)
    status.update { $0.update(release, state, written: written) }
  }

  /// Reports a changed problem only.
  mutating func report(_ problem: ContentProblem?) {
    guard problem?.text != reported else { return }
    reported = problem?.text
    status.update { report in
      report.isWaiting = problem?.isWaiting ?? false
      report.trouble = report.isWaiting ? nil : problem?.text
    }
    dependencies.report(problem.map { .error($0.text) } ?? .recovered)
  }

  mutating func storing<Result>(
    _ body: (inout ReleaseStore) throws(ReleaseError) -> Result
  ) throws(ContentUpdateError) -> Result {
    do throws(ReleaseError) { return try body(&store) } catch { throw .store(error) }
  }
}

// The player's reports.
extension PlayableContent {
  /// Records that an item was shown to its end. Ignores a stick that was unplugged in the meantime.
  mutating func recordShowing(of path: String) {
    if sticks.holds(path) {
      sticks.recordShowing()
    } else if isInStore(path) {
      updateStore { store throws(ReleaseError) in try store.recordShowing(of: store.playable) }
    }
  }

  /// Records that an item failed; returns whether that rejected the active release.
  mutating func recordFailure(of path: String, because reason: String) -> Bool {
    if sticks.holds(path) {
      recordStickFailure(reason)
      return false
    }
    return isInStore(path) && recordReleaseFailure(path, reason)
  }

  private func isInStore(_ path: String) -> Bool {
    path.hasPrefix(StoredRelease.currentRoot(in: settings.store))
  }

  private mutating func updateStore(_ body: (inout ReleaseStore) throws(ReleaseError) -> Void) {
    do throws(ReleaseError) { try body(&store) } catch {
      report(ContentProblem(text: "\(error)"))
    }
    publish()
  }

  /// Rolls back if too many items of the release have failed; returns whether it did.
  private mutating func recordReleaseFailure(_ path: String, _ reason: String) -> Bool {
    let name = String(path.dropFirst(StoredRelease.currentRoot(in: settings.store).utf8.count + 1))
    guard store.current?.manifest.files.contains(where: { $0.path.text == name }) == true else {
      return false
    }
    var isRejected = false
    updateStore { [dependencies] store throws(ReleaseError) in
      guard try store.recordFailure(of: name, of: store.playable) else { return }
      let why = "\(name): \(reason)"
      let isBack = try store.rollBack(because: why) != nil
      isRejected = true
      dependencies.report(isBack ? .rolledBack(because: why) : .failed(because: why))
      try store.settle()
    }
    return isRejected
  }
}

// The stick that plays directly.
extension PlayableContent {
  mutating func play(_ stick: PlayingStick, list: String) {
    sticks.begin(stick, at: .now())
    status.update { $0.stick = stick.path }
    dependencies.report(.startedStick(list, files: stick.playable))
  }

  mutating func stopStick(because reason: String?) {
    guard let path = sticks.current?.path else { return }
    sticks.end()
    // Another stick's files may look the same.
    scans[path] = nil
    status.update { $0.stick = nil }
    dependencies.report(.stoppedStick(path, because: reason))
  }

  /// Handles the sticks at these paths as the only ones that play directly.
  mutating func keepSticks(_ played: [String]) {
    sticks.forgetRejected(except: played)
    // The stick is still there, but is now for other players or to be copied.
    if let current = sticks.current, !played.contains(current.path) { stopStick(because: nil) }
  }

  /// Stops the stick if it was unplugged. Checks now and then.
  mutating func checkStickPresence() {
    if sticks.isPresenceDue(at: .now()), !isStickPresent { stopStick(because: nil) }
  }

  /// Whether a stick to play was plugged in during a download. It does not wait for the download.
  mutating func isStickWaiting() -> Bool {
    guard settings.sticks != nil, sticks.isSearchDue(at: .now(), every: settings.folderPeriod)
    else { return false }
    return settings.stickFolders.contains { folder in
      scans[folder.path] == nil && playsDirectly(folder)
    }
  }

  /// Counts a failed item, unless the stick was unplugged.
  private mutating func recordStickFailure(_ reason: String) {
    guard isStickPresent else { return stopStick(because: nil) }
    if sticks.recordFailure() { stopStick(because: reason) }
  }

  private var isStickPresent: Bool {
    sticks.current.map { playsDirectly(Folder($0.path)) } == true
  }

  private func playsDirectly(_ folder: Folder) -> Bool {
    (try? Stick(folder, for: settings.name))?.use == .played
  }
}

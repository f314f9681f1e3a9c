import VitrineAddresses
import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrineNetwork
import VitrineSchedules
import VitrineTiming

/// The state of the updater's thread. Bound to it.
struct ContentUpdateWorker: ~Copyable {
  var store: ReleaseStore
  let settings: ContentUpdateSettings
  let dependencies: ContentUpdater.Dependencies
  private let orders: BoundedQueue<ContentUpdater.Order>
  let status: ContentUpdateStatus
  var scans: [String: FolderScan] = [:]
  var stickPlayback = StickPlayback()
  var peers: PeerSelector
  private var server = Server()
  /// Releases that failed verification, and why. They are not verified again.
  private var rejected: [ReleaseID: ContentUpdateError] = [:]
  var backoff = VerificationBackoff()
  private var due = HostTime.now()
  private var isClosing = false
  /// The errors, by source.
  private var problems: [String: Problem] = [:]
  private var reported: String?

  private struct Problem {
    let text: String
    /// Whether the update only waits for its maintenance window.
    let isWaiting: Bool
  }

  /// The state of the manifest's server.
  private struct Server {
    /// The validators of the manifest that was processed last.
    var known: Validators?
    var checked = HostTime(nanoseconds: 0)
    var due = HostTime.now()
  }

  init(
    _ store: consuming ReleaseStore, _ settings: ContentUpdateSettings,
    _ dependencies: ContentUpdater.Dependencies,
    _ orders: BoundedQueue<ContentUpdater.Order>, _ status: ContentUpdateStatus
  ) {
    self.store = store
    self.settings = settings
    self.dependencies = dependencies
    self.orders = orders
    self.status = status
    peers = PeerSelector(settings.peers)
    // The error of an earlier attempt to open the store.
    reported = status.report.trouble
  }

  mutating func run() {
    publishState()
    while !isClosing {
      if due <= .now() { check() }
      handleOrders(until: due)
    }
  }

  /// Handles orders until `deadline`. Returns false on exit.
  @discardableResult
  mutating func handleOrders(until deadline: HostTime) -> Bool {
    while !isClosing {
      checkStickPresence()
      guard let order = orders.pop(until: min(deadline, playingStick?.due ?? deadline)) else {
        if orders.isExhausted { isClosing = true }
        if !isClosing, playingStick != nil, HostTime.now() < deadline { continue }
        break
      }
      handle(order)
      if due < deadline { break }
    }
    return !isClosing
  }

  /// Handles pending orders without waiting. Returns false on exit.
  mutating func shouldContinue() -> Bool {
    checkStickPresence()
    while !isClosing, let order = orders.tryPop() { handle(order) }
    return !isClosing
  }

  private mutating func handle(_ order: ContentUpdater.Order) {
    switch order {
    case .close: isClosing = true
    case .check:
      // Repeated requests by an operator must not load the server.
      server.due = min(server.due, max(.now(), server.checked + Self.checkInterval))
      due = settings.checksFolders ? .now() : server.due
      backoff.retryAll(at: .now())
    case .shown(let path) where isOnStick(path): recordStickShowing()
    case .shown(let path) where isInStore(path):
      updatingStore { store throws(ReleaseError) in try store.recordShowing(of: store.playable) }
    case .failed(let path, let reason) where isOnStick(path): recordStickFailure(reason)
    case .failed(let path, let reason) where isInStore(path): fail(path, reason)
    // Reports about a stick that was unplugged in the meantime.
    case .shown, .failed: break
    }
  }

  private func isInStore(_ path: String) -> Bool {
    path.hasPrefix(StoredRelease.currentRoot(in: settings.store))
  }

  private static let checkInterval = Duration.seconds(1)

  private mutating func updatingStore(_ body: (inout ReleaseStore) throws(ReleaseError) -> Void) {
    do throws(ReleaseError) { try body(&store) } catch {
      report(Problem(text: "\(error)", isWaiting: false))
    }
    publishState()
  }

  /// Publishes the store's state.
  private func publishState() {
    let (release, state, written) = (store.current, store.state, store.written)
    status.update { $0.update(release, state, written: written) }
  }

  /// Reports a changed problem only.
  private mutating func report(_ problem: Problem?) {
    guard problem?.text != reported else { return }
    reported = problem?.text
    status.update { report in
      report.isWaiting = problem?.isWaiting ?? false
      report.trouble = report.isWaiting ? nil : problem?.text
    }
    dependencies.report(problem.map { .error($0.text) } ?? .recovered)
  }
}

// Updates.
extension ContentUpdateWorker {
  private mutating func check() {
    if let url = settings.manifest, server.due <= .now() {
      server.checked = .now()
      // Without content the player retries sooner: at the first boot the network or free disk space
      // may come a moment later.
      let period = store.current == nil ? min(settings.period, Self.initialRetry) : settings.period
      server.due = server.checked + period
      attempt("\(url)") { body throws(ContentUpdateError) in try body.checkServer(url) }
    }
    var folders = [settings.folder].compactMap(\.self)
    for place in folders {
      attempt(place) { body throws(ContentUpdateError) in try body.checkFolder(place) }
    }
    folders += checkSticks()
    guard !isClosing else { return }
    let places = [settings.manifest.map { "\($0)" }].compactMap(\.self) + folders
    problems = problems.filter { places.contains($0.key) }
    scans = scans.filter { places.contains($0.key) }
    let found = places.compactMap { problems[$0] }
    report(found.first { !$0.isWaiting } ?? found.first)
    publishState()
    let time = ClockReading.now()
    status.update { $0.looked = time.isTrusted ? time.moment : nil }
    let dues = [
      settings.manifest == nil ? nil : server.due,
      settings.checksFolders ? HostTime.now() + settings.folderPeriod : nil,
    ]
    due = dues.compactMap(\.self).min() ?? .now() + settings.period
  }

  mutating func attempt(
    _ place: String, _ body: (inout ContentUpdateWorker) throws(ContentUpdateError) -> Void
  ) {
    do throws(ContentUpdateError) {
      try body(&self)
      problems[place] = nil
    } catch .cancelled, .unchanged {
    } catch {
      problems[place] = Problem(text: "\(place): \(error)", isWaiting: error == .waiting)
    }
  }

  private var manifestCheck: ManifestCheck {
    let time = ClockReading.now()
    return ManifestCheck(
      key: settings.key, accepted: store.state.accepted,
      now: time.isTrusted ? time.moment.second : nil)
  }

  private static let initialRetry = Duration.seconds(20)

  private mutating func checkServer(_ url: RemoteURL) throws(ContentUpdateError) {
    switch download(url, unless: server.known, most: ReleaseManifest.mostBytesOfJSON) {
    case .notModified:
      // The previous manifest was processed completely, so an earlier network error is over.
      return
    case .failed(.cancelled): throw .cancelled
    case .failed(let error): throw .network(error)
    case .received(let bytes, let validators):
      var signature: [UInt8]?
      if settings.key != nil {
        switch download(url.besides(ReleaseManifest.signatureEnding), unless: nil, most: 8192) {
        case .received(let bytes, _): signature = bytes
        case .failed(.status(404, _)), .notModified: break
        case .failed(.cancelled): throw .cancelled
        case .failed(let error): throw .network(error)
        }
      }
      let manifest = try manifestCheck.verify(bytes, signature)
      try update(to: manifest, from: "\(url)") { body, file throws(ContentUpdateError) in
        try body.fetch(file, from: url)
      }
      server.known = validators
    }
  }

  private mutating func download(
    _ url: RemoteURL, unless known: Validators?, most: Int
  ) -> ManifestRequest.Response {
    ManifestRequest.send(url, unless: known, most: most, over: dependencies.sources) {
      shouldContinue()
    }
  }

  /// Updates from a folder. Its manifest is used if there is one; a folder without one is used as
  /// it is, unless content must be signed.
  mutating func checkFolder(_ path: String) throws(ContentUpdateError) {
    var scan = scans[path] ?? FolderScan(path)
    defer { scans[path] = scan }
    guard try scan.isUnchanged() else { throw .unchanged }
    let manifest: ReleaseManifest
    if let published = try published(in: path) {
      manifest = published
    } else {
      manifest = try scan.manifest(number: Int64(saturating: WallTime.seconds)) { shouldContinue() }
    }
    guard !manifest.files.isEmpty else { return }
    try update(to: manifest, from: path) { body, file throws(ContentUpdateError) in
      try body.copy(file, from: path)
    }
  }

  /// Returns the manifest in a folder; nil if there is none and none is required.
  func published(in path: String) throws(ContentUpdateError) -> ReleaseManifest? {
    guard let bytes = file(ReleaseManifest.name, in: path, most: ReleaseManifest.mostBytesOfJSON)
    else {
      guard settings.key == nil else { throw .unsigned(.missing) }
      return nil
    }
    return try manifestCheck.verify(
      bytes, file(ReleaseManifest.signatureName, in: path, most: 8192))
  }

  private func file(_ name: String, in folder: String, most: Int) -> [UInt8]? {
    try? FileDescriptor(reading: name, below: folder).bytes(most: most + 1)
  }

  /// Activates a release once all of its files are present and verified.
  private mutating func update(
    to manifest: ReleaseManifest, from place: String,
    fetching fetch: (inout ContentUpdateWorker, ReleaseManifest.File) throws(ContentUpdateError) ->
      Void
  ) throws(ContentUpdateError) {
    if let reason = store.refusal(of: manifest.id) { throw .refused(reason) }
    // An unchanged source does not replace content that came from another source since.
    guard store.state.taken[place] != manifest.id.text else { return try accept(manifest) }
    if let fault = rejected[manifest.id] { throw fault }
    store.coming = manifest
    defer { store.coming = nil }
    let missing = peers.spread(store.missing(of: manifest))
    try makeRoom(for: missing)
    let (lacking, before) = (missing.reduce(0) { $0 +| $1.size }, status.report.fromPeers)
    try fetchAll(missing, of: manifest, by: fetch)
    try activate(manifest, from: place)
    let fromPeers = status.report.fromPeers -| before
    if fromPeers > 0 { dependencies.report(.downloadedFromPeers(fromPeers, of: lacking)) }
  }

  private mutating func fetchAll(
    _ missing: [ReleaseManifest.File], of manifest: ReleaseManifest,
    by fetch: (inout ContentUpdateWorker, ReleaseManifest.File) throws(ContentUpdateError) -> Void
  ) throws(ContentUpdateError) {
    var progress = ContentReport.Fetch(
      done: manifest.size -| missing.reduce(0) { $0 +| $1.size }, all: manifest.size)
    let status = status
    defer { status.update { $0.fetch = nil } }
    for file in missing {
      publishState()
      status.update { [progress] in $0.fetch = progress }
      try fetch(&self, file)
      progress.done +|= file.size
    }
  }

  private mutating func makeRoom(for missing: [ReleaseManifest.File]) throws(ContentUpdateError) {
    try storing { [settings] store throws(ReleaseError) in
      try store.makeRoom(for: store.lacking(of: missing), keeping: settings.keepFree)
    }
  }

  /// Raises the accepted manifest number for a signed release that is already present.
  private mutating func accept(_ manifest: ReleaseManifest) throws(ContentUpdateError) {
    guard settings.key != nil else { return }
    try storing { store throws(ReleaseError) in try store.accept(manifest.number) }
  }

  private mutating func activate(_ manifest: ReleaseManifest, from place: String)
    throws(ContentUpdateError)
  {
    if manifest.id == store.current?.id {
      try accept(manifest)
      return try storing { store throws(ReleaseError) in try store.settle(source: place) }
    }
    let verified = Set(
      [store.current, store.previous].compactMap(\.self).flatMap { $0.manifest.files.map(\.digest) }
    )
    let release = try storing { store throws(ReleaseError) in try store.stage(manifest) }
    do throws(ContentUpdateError) {
      let fault = try ReleaseVerification(release, verified, dependencies.check).fault {
        shouldContinue()
      }
      if let fault { throw fault }
    } catch {
      store.discard(release)
      if case .invalid = error {
        if rejected.count >= Self.mostRejected { rejected = [:] }
        rejected[manifest.id] = error
      }
      throw error
    }
    guard shouldContinue() else { throw .cancelled }
    try storing { [settings] store throws(ReleaseError) in
      try store.activate(release, isSigned: settings.key != nil)
    }
    // The release is active. The next check repeats the remaining steps if they fail.
    dependencies.report(
      .activated(release.id, number: manifest.number, files: manifest.files.count))
    try storing { store throws(ReleaseError) in try store.settle(source: place) }
  }

  /// Rolls back if too many items of the release have failed.
  private mutating func fail(_ path: String, _ reason: String) {
    let name = String(path.dropFirst(StoredRelease.currentRoot(in: settings.store).utf8.count + 1))
    guard store.current?.manifest.files.contains(where: { $0.path.text == name }) == true else {
      return
    }
    var isRejected = false
    updatingStore { [dependencies] store throws(ReleaseError) in
      guard try store.recordFailure(of: store.playable) else { return }
      let why = "\(name): \(reason)"
      let isBack = try store.rollBack(because: why) != nil
      isRejected = true
      dependencies.report(isBack ? .rolledBack(because: why) : .failed(because: why))
      try store.settle()
    }
    // If the release is still published, the next check reports that it is refused.
    if isRejected { server.known = nil }
  }

  private static let mostRejected = 16

  mutating func storing<Result>(
    _ body: (inout ReleaseStore) throws(ReleaseError) -> Result
  ) throws(ContentUpdateError) -> Result {
    do throws(ReleaseError) { return try body(&store) } catch { throw .store(error) }
  }
}

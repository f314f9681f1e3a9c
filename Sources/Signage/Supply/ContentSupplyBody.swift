import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrineNetwork
import VitrineSchedules
import VitrineStreams
import VitrineTiming

/// The state of the updater's thread. Bound to it.
struct ContentSupplyBody: ~Copyable {
  var store: SetStore
  let plan: SupplyPlan
  let parts: ContentSupply.Parts
  private let orders: BoundedQueue<ContentSupply.Order>
  let board: SupplyBoard
  var surveys: [String: FolderSurvey] = [:]
  var guests = Guests()
  var peers: PeerChoice
  private var server = Server()
  /// Releases that failed verification, and why. They are not verified again.
  private var faults: [SetID: SupplyError] = [:]
  var wrongFiles = WrongFiles()
  private var due = HostTime.now()
  private var isClosing = false
  /// The errors, by source.
  private var troubles: [String: Trouble] = [:]
  private var told: String?

  private struct Trouble {
    let text: String
    /// Whether the update only waits for its maintenance window.
    let isWaiting: Bool
  }

  /// The state of the manifest's server.
  private struct Server {
    /// The validators of the manifest that was processed last.
    var known: Validators?
    var asked = HostTime(nanoseconds: 0)
    var due = HostTime.now()
  }

  init(
    _ store: consuming SetStore, _ plan: SupplyPlan, _ parts: ContentSupply.Parts,
    _ orders: BoundedQueue<ContentSupply.Order>, _ board: SupplyBoard
  ) {
    self.store = store
    self.plan = plan
    self.parts = parts
    self.orders = orders
    self.board = board
    peers = PeerChoice(plan.peers)
    // The error of an earlier attempt to open the store.
    told = board.report.trouble
  }

  mutating func run() {
    note()
    while !isClosing {
      if due <= .now() { look() }
      obey(until: due)
    }
  }

  /// Carries out orders until `deadline`. Returns false on exit.
  @discardableResult
  mutating func obey(until deadline: HostTime) -> Bool {
    while !isClosing {
      watchGuest()
      guard let order = orders.pop(until: min(deadline, guest?.due ?? deadline)) else {
        if orders.isExhausted { isClosing = true }
        if !isClosing, guest != nil, HostTime.now() < deadline { continue }
        break
      }
      take(order)
      if due < deadline { break }
    }
    return !isClosing
  }

  /// Carries out pending orders without waiting. Returns false on exit.
  mutating func goesOn() -> Bool {
    watchGuest()
    while !isClosing, let order = orders.tryPop() { take(order) }
    return !isClosing
  }

  private mutating func take(_ order: ContentSupply.Order) {
    switch order {
    case .close: isClosing = true
    case .look:
      // Repeated requests by an operator must not load the server.
      server.due = min(server.due, max(.now(), server.asked + Self.betweenLooks))
      due = plan.looksAtFolders ? .now() : server.due
      wrongFiles.release(at: .now())
    case .shown(let path) where isOfGuest(path): noteGuestShown()
    case .shown(let path) where isOfStore(path):
      noting { store throws(SetError) in try store.noteShown(of: store.playable) }
    case .failed(let path, let reason) where isOfGuest(path): failGuest(reason)
    case .failed(let path, let reason) where isOfStore(path): fail(path, reason)
    // Reports about a stick that was unplugged in the meantime.
    case .shown, .failed: break
    }
  }

  private func isOfStore(_ path: String) -> Bool {
    path.hasPrefix(StoredSet.currentRoot(in: plan.store))
  }

  private static let betweenLooks = Duration.seconds(1)

  private mutating func noting(_ body: (inout SetStore) throws(SetError) -> Void) {
    do throws(SetError) { try body(&store) } catch {
      tell(Trouble(text: "\(error)", isWaiting: false))
    }
    note()
  }

  /// Publishes the store's state on the board.
  private func note() {
    let (set, notes, written) = (store.current, store.notes, store.written)
    board.update { $0.note(set, notes, written: written) }
  }

  private mutating func tell(_ trouble: Trouble?) {
    guard trouble?.text != told else { return }
    told = trouble?.text
    board.update { report in
      report.isWaiting = trouble?.isWaiting ?? false
      report.trouble = report.isWaiting ? nil : trouble?.text
    }
    parts.tell(trouble.map { .trouble($0.text) } ?? .isWell)
  }
}

// Updates.
extension ContentSupplyBody {
  private mutating func look() {
    if let url = plan.manifest, server.due <= .now() {
      server.asked = .now()
      // Without content the player retries sooner: at the first boot the network or free disk space
      // may come a moment later.
      let period = store.current == nil ? min(plan.period, Self.impatience) : plan.period
      server.due = server.asked + period
      attempt("\(url)") { body throws(SupplyError) in try body.lookAtServer(url) }
    }
    var folders = [plan.folder].compactMap(\.self)
    for place in folders {
      attempt(place) { body throws(SupplyError) in try body.lookAtFolder(place) }
    }
    folders += lookAtSticks()
    guard !isClosing else { return }
    let places = [plan.manifest.map { "\($0)" }].compactMap(\.self) + folders
    troubles = troubles.filter { places.contains($0.key) }
    surveys = surveys.filter { places.contains($0.key) }
    let found = places.compactMap { troubles[$0] }
    tell(found.first { !$0.isWaiting } ?? found.first)
    note()
    let time = ClockReading.now()
    board.update { $0.looked = time.isTrusted ? time.moment : nil }
    let dues = [
      plan.manifest == nil ? nil : server.due,
      plan.looksAtFolders ? HostTime.now() + plan.folderPeriod : nil,
    ]
    due = dues.compactMap(\.self).min() ?? .now() + plan.period
  }

  mutating func attempt(
    _ place: String, _ body: (inout ContentSupplyBody) throws(SupplyError) -> Void
  ) {
    do throws(SupplyError) {
      try body(&self)
      troubles[place] = nil
    } catch .ended, .asBefore {
    } catch {
      troubles[place] = Trouble(text: "\(place): \(error)", isWaiting: error == .waits)
    }
  }

  private var check: ManifestCheck {
    let time = ClockReading.now()
    return ManifestCheck(
      key: plan.key, accepted: store.notes.accepted,
      now: time.isTrusted ? time.moment.second : nil)
  }

  private static let impatience = Duration.seconds(20)

  private mutating func lookAtServer(_ url: RemoteURL) throws(SupplyError) {
    switch ask(url, unless: server.known, most: SetManifest.mostBytesOfJSON) {
    case .unchanged:
      // The previous manifest was processed completely, so an earlier network error is over.
      return
    case .failed(.cancelled): throw .ended
    case .failed(let error): throw .network(error)
    case .whole(let bytes, let validators):
      var signature: [UInt8]?
      if plan.key != nil {
        switch ask(url.besides(SetManifest.signatureEnding), unless: nil, most: 8192) {
        case .whole(let bytes, _): signature = bytes
        case .failed(.status(404, _)), .unchanged: break
        case .failed(.cancelled): throw .ended
        case .failed(let error): throw .network(error)
        }
      }
      let manifest = try check.believe(bytes, signature)
      try take(manifest, from: "\(url)") { body, file throws(SupplyError) in
        try body.fetch(file, from: url)
      }
      server.known = validators
    }
  }

  private mutating func ask(
    _ url: RemoteURL, unless known: Validators?, most: Int
  ) -> ManifestFetch.Answer {
    ManifestFetch.ask(url, unless: known, most: most, over: parts.sources) { goesOn() }
  }

  /// Updates from a folder. Its manifest is used if there is one; a folder without one is used as
  /// it is, unless content must be signed.
  mutating func lookAtFolder(_ path: String) throws(SupplyError) {
    var survey = surveys[path] ?? FolderSurvey(path)
    defer { surveys[path] = survey }
    guard try survey.isQuiet() else { throw .asBefore }
    let manifest: SetManifest
    if let published = try published(in: path) {
      manifest = published
    } else {
      manifest = try survey.manifest(number: Int64(saturating: WallTime.seconds)) { goesOn() }
    }
    guard !manifest.files.isEmpty else { return }
    try take(manifest, from: path) { body, file throws(SupplyError) in
      try body.copy(file, from: path)
    }
  }

  /// Returns the manifest in a folder; nil if there is none and none is required.
  func published(in path: String) throws(SupplyError) -> SetManifest? {
    guard let bytes = file(SetManifest.name, in: path, most: SetManifest.mostBytesOfJSON) else {
      guard plan.key == nil else { throw .unsigned(.missing) }
      return nil
    }
    return try check.believe(
      bytes, file(SetManifest.signatureName, in: path, most: 8192))
  }

  private func file(_ name: String, in folder: String, most: Int) -> [UInt8]? {
    try? FileDescriptor(reading: name, below: folder).bytes(most: most + 1)
  }

  /// Activates a release once all of its files are present and verified.
  private mutating func take(
    _ manifest: SetManifest, from place: String,
    bringing bring: (inout ContentSupplyBody, SetManifest.File) throws(SupplyError) -> Void
  ) throws(SupplyError) {
    if let reason = store.refusal(of: manifest.id) { throw .refused(reason) }
    // An unchanged source does not replace content that came from another source since.
    guard store.notes.taken[place] != manifest.id.text else { return try accept(manifest) }
    if let fault = faults[manifest.id] { throw fault }
    store.coming = manifest
    defer { store.coming = nil }
    let missing = peers.spread(store.missing(of: manifest))
    try makeRoom(for: missing)
    let (lacking, before) = (missing.reduce(0) { $0 +| $1.size }, board.report.fromPeers)
    try bringAll(missing, of: manifest, by: bring)
    try show(manifest, from: place)
    let helped = board.report.fromPeers -| before
    if helped > 0 { parts.tell(.wasHelped(helped, of: lacking)) }
  }

  private mutating func bringAll(
    _ missing: [SetManifest.File], of manifest: SetManifest,
    by bring: (inout ContentSupplyBody, SetManifest.File) throws(SupplyError) -> Void
  ) throws(SupplyError) {
    var fetch = ContentReport.Fetch(
      done: manifest.size -| missing.reduce(0) { $0 +| $1.size }, all: manifest.size)
    let board = board
    defer { board.update { $0.fetch = nil } }
    for file in missing {
      note()
      board.update { [fetch] in $0.fetch = fetch }
      try bring(&self, file)
      fetch.done +|= file.size
    }
  }

  private mutating func makeRoom(for missing: [SetManifest.File]) throws(SupplyError) {
    try storing { [plan] store throws(SetError) in
      try store.makeRoom(for: store.lacking(of: missing), keeping: plan.keepFree)
    }
  }

  /// Raises the accepted manifest number for a signed release that is already present.
  private mutating func accept(_ manifest: SetManifest) throws(SupplyError) {
    guard plan.key != nil else { return }
    try storing { store throws(SetError) in try store.accept(manifest.number) }
  }

  private mutating func show(_ manifest: SetManifest, from place: String) throws(SupplyError) {
    if manifest.id == store.current?.id {
      try accept(manifest)
      return try storing { store throws(SetError) in try store.settle(takenFrom: place) }
    }
    let proven = Set(
      [store.current, store.previous].compactMap(\.self).flatMap { $0.manifest.files.map(\.digest) }
    )
    let set = try storing { store throws(SetError) in try store.stage(manifest) }
    do throws(SupplyError) {
      let fault = try SetProof(set, proven, parts.check).fault { goesOn() }
      if let fault { throw fault }
    } catch {
      store.discard(set)
      if case .wrong = error {
        if faults.count >= Self.mostFaults { faults = [:] }
        faults[manifest.id] = error
      }
      throw error
    }
    guard goesOn() else { throw .ended }
    try storing { [plan] store throws(SetError) in
      try store.show(set, isSigned: plan.key != nil)
    }
    // The release is active. The next check repeats the remaining steps if they fail.
    parts.tell(.shows(set.id, number: manifest.number, files: manifest.files.count))
    try storing { store throws(SetError) in try store.settle(takenFrom: place) }
  }

  /// Rolls back if too many items of the release have failed.
  private mutating func fail(_ path: String, _ reason: String) {
    let name = String(path.dropFirst(StoredSet.currentRoot(in: plan.store).utf8.count + 1))
    guard store.current?.manifest.files.contains(where: { $0.path.text == name }) == true else {
      return
    }
    var isRefused = false
    noting { [parts] store throws(SetError) in
      guard try store.noteFailure(of: store.playable) else { return }
      let why = "\(name): \(reason)"
      let isBack = try store.goBack(because: why) != nil
      isRefused = true
      parts.tell(isBack ? .goesBack(because: why) : .isBad(because: why))
      try store.settle()
    }
    // If the release is still published, the next check reports that it is refused.
    if isRefused { server.known = nil }
  }

  private static let mostFaults = 16

  mutating func storing<Result>(
    _ body: (inout SetStore) throws(SetError) -> Result
  ) throws(SupplyError) -> Result {
    do throws(SetError) { return try body(&store) } catch { throw .store(error) }
  }
}

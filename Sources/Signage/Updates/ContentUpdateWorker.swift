import VitrineAddresses
import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrineNetwork
import VitrinePlans
import VitrineSchedules
import VitrineTiming

/// The updater's thread: checks the server, the folder and the sticks when they are due, and
/// installs what they offer. Bound to it.
struct ContentUpdateWorker: ~Copyable {
  private var orders: ContentUpdateOrders
  private var installer: ReleaseInstaller
  /// The errors, by source.
  private var problems: [String: ContentProblem] = [:]
  private let settings: ContentUpdateSettings
  private let dependencies: ContentUpdater.Dependencies
  private let status: ContentUpdateStatus

  init(
    _ store: consuming ReleaseStore, _ settings: ContentUpdateSettings,
    _ dependencies: ContentUpdater.Dependencies, _ queue: BoundedQueue<ContentUpdater.Order>,
    _ status: ContentUpdateStatus
  ) {
    let content = PlayableContent(store, settings, dependencies, status)
    orders = ContentUpdateOrders(queue, content, CheckSchedule(settings, at: .now()))
    installer = ReleaseInstaller(settings, dependencies, status)
    self.settings = settings
    self.dependencies = dependencies
    self.status = status
  }

  mutating func run() {
    orders.content.publish()
    while !orders.isClosing {
      if orders.schedule.due <= .now() { check() }
      orders.handle(until: orders.schedule.due)
    }
  }

  private mutating func check() {
    let now = HostTime.now()
    if let url = settings.manifest, orders.schedule.isServerDue(at: now) {
      orders.schedule.recordServerCheck(
        at: now, hasContent: orders.content.store.current != nil)
      attempt("\(url)") { worker throws(ContentUpdateError) in try worker.checkServer(url) }
    }
    var folders = [settings.folder].compactMap(\.self)
    for place in folders {
      attempt(place) { worker throws(ContentUpdateError) in try worker.checkFolder(place) }
    }
    folders += checkSticks()
    guard !orders.isClosing else { return }
    let places = [settings.manifest.map { "\($0)" }].compactMap(\.self) + folders
    problems = problems.filter { places.contains($0.key) }
    orders.content.scans = orders.content.scans.filter { places.contains($0.key) }
    let found = places.compactMap { problems[$0] }
    orders.content.report(found.first { !$0.isWaiting } ?? found.first)
    orders.content.publish()
    let time = ClockReading.now()
    status.update { $0.looked = time.isTrusted ? time.moment : nil }
    orders.schedule.finish(at: .now())
  }

  private mutating func attempt(
    _ place: String, _ body: (inout ContentUpdateWorker) throws(ContentUpdateError) -> Void
  ) {
    do throws(ContentUpdateError) {
      try body(&self)
      problems[place] = nil
    } catch .cancelled, .unchanged {
    } catch {
      let text = "\(error)"
      problems[place] = ContentProblem(
        text: text.hasPrefix(place) ? text : "\(place): \(text)", isWaiting: error == .waiting)
    }
  }

  private var manifestCheck: ManifestCheck {
    let time = ClockReading.now()
    return ManifestCheck(
      key: settings.key, accepted: orders.content.store.state.accepted,
      now: time.isTrusted ? time.moment.second : nil)
  }
}

// The server.
extension ContentUpdateWorker {
  private mutating func checkServer(_ url: RemoteURL) throws(ContentUpdateError) {
    let most = ReleaseManifest.mostBytesOfJSON
    switch download(url, unless: orders.knownManifest, most: most) {
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
      try installer.install(manifest, from: .server(url), &orders)
      orders.knownManifest = validators
    }
  }

  private mutating func download(
    _ url: RemoteURL, unless known: Validators?, most: Int
  ) -> ManifestRequest.Response {
    ManifestRequest.send(url, unless: known, most: most, over: dependencies.sources) {
      orders.shouldContinue()
    }
  }
}

// Folders and sticks.
extension ContentUpdateWorker {
  /// Updates from a folder. Its manifest is used if there is one; a folder without one is used as
  /// it is, unless content must be signed.
  private mutating func checkFolder(_ path: String) throws(ContentUpdateError) {
    var scan = orders.content.scans[path] ?? FolderScan(path)
    defer { orders.content.scans[path] = scan }
    guard try scan.isUnchanged() else { throw .unchanged }
    let manifest: ReleaseManifest
    if let published = try published(in: path) {
      manifest = published
    } else {
      manifest = try scan.manifest(number: Int64(saturating: WallTime.seconds)) {
        orders.shouldContinue()
      }
    }
    guard !manifest.files.isEmpty else { return }
    try installer.install(manifest, from: .folder(path), &orders)
  }

  /// Returns the manifest in a folder; nil if there is none and none is required.
  private func published(in path: String) throws(ContentUpdateError) -> ReleaseManifest? {
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

  /// Handles the sticks that are for this player; returns their folders.
  private mutating func checkSticks() -> [String] {
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
    orders.content.keepSticks(played)
    return places
  }

  /// Plays a stick once two consecutive checks find the same contents. With a key, the manifest
  /// must be signed, and every file must match it, before anything plays.
  private mutating func checkPlayingStick(_ path: String) throws(ContentUpdateError) {
    let current = orders.content.sticks.current
    // One stick at a time: the first one plugged in.
    guard current == nil || current?.path == path else { return }
    var scan = orders.content.scans[path] ?? FolderScan(path)
    defer { orders.content.scans[path] = scan }
    guard try scan.isUnchanged(), !orders.content.sticks.hasRejected(path, scan.marks) else {
      throw .unchanged
    }
    guard current?.marks != scan.marks else { return }
    if let unsupported = scan.unsupported {
      throw .invalid(
        unsupported,
        cause:
          "neither a file nor a folder, or nested too deeply; links on a stick are not followed"
      )
    }
    let manifest = try published(in: path)
    if settings.key != nil, let manifest {
      try scan.compare(with: manifest) { orders.shouldContinue() }
    }
    let list = (manifest?.play ?? scan.list).map { "\(path)/\($0)" } ?? path
    if let fault = dependencies.check(list) { throw .invalid("the playlist to play", cause: fault) }
    guard orders.shouldContinue() else { throw .cancelled }
    let stick = PlayingStick(path: path, marks: scan.marks, playable: scan.playable)
    orders.content.play(stick, list: list)
  }

  /// Stops playing a stick whose contents changed and can no longer be played.
  private mutating func stopChangedStick(_ path: String, _ error: ContentUpdateError) {
    switch error {
    case .unchanged, .cancelled: break
    default:
      if orders.content.sticks.current?.path == path {
        orders.content.stopStick(because: "\(error)")
      }
    }
  }
}

extension FolderScan {
  /// The list to play; nil plays the whole folder.
  fileprivate var list: ReleasePath? {
    Self.play(marks.keys.compactMap { ReleasePath($0) })
  }
}

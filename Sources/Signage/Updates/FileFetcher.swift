internal import VitrineAddresses
import VitrineAddresses
import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrineNetwork
import VitrinePlans
import VitrineSchedules
import VitrineTiming

/// Gets single files of a release into the store: downloads or copies, and verifies them. Orders
/// are handled between the pieces of a file. Bound to the updater's thread.
struct FileFetcher {
  private var peers: PeerSelector
  private let settings: ContentUpdateSettings
  private let dependencies: ContentUpdater.Dependencies
  private let status: ContentUpdateStatus

  init(
    _ settings: ContentUpdateSettings, _ dependencies: ContentUpdater.Dependencies,
    _ status: ContentUpdateStatus
  ) {
    peers = PeerSelector(settings.peers)
    self.settings = settings
    self.dependencies = dependencies
    self.status = status
  }

  /// The order in which to fetch files.
  func spread(_ files: [ReleaseManifest.File]) -> [ReleaseManifest.File] { peers.spread(files) }

  /// Gets a file from the source of its release.
  mutating func fetch(
    _ file: ReleaseManifest.File, from source: ContentSource, _ orders: inout ContentUpdateOrders
  ) throws(ContentUpdateError) {
    switch source {
    case .server(let manifest):
      try download(file, from: try file.url(besides: manifest), &orders)
    case .folder(let path): try copy(file, from: path, &orders)
    }
  }

  /// Runs `fetch` unless the same source failed verification recently; then throws the same error
  /// as before.
  private mutating func withBackoff(
    _ source: VerificationBackoff.Source, _ orders: inout ContentUpdateOrders,
    fetch: (inout FileFetcher, inout ContentUpdateOrders) throws(ContentUpdateError) -> Void
  ) throws(ContentUpdateError) {
    if let error = orders.backoff.error(for: source, at: .now()) { throw error }
    do throws(ContentUpdateError) {
      try fetch(&self, &orders)
      orders.backoff.reset(source)
    } catch {
      if case .invalid = error { orders.backoff.record(error, for: source, at: .now()) }
      throw error
    }
  }
}

// Downloads from peers and the server.
extension FileFetcher {
  /// The peers that contributed to a file.
  private struct PeerShare {
    var senders: [RemoteURL] = []
    /// The peer that completed it.
    var last: RemoteURL?
    /// The bytes that came from peers.
    var bytes: Int64 = 0
    /// Whether a part of it existed before.
    let wasBegun: Bool
  }

  /// Downloads a file, resuming a partial download.
  private mutating func download(
    _ file: ReleaseManifest.File, from url: RemoteURL, _ orders: inout ContentUpdateOrders
  ) throws(ContentUpdateError) {
    let source = VerificationBackoff.Source(file.digest, on: url.text)
    try withBackoff(source, &orders) { fetcher, orders throws(ContentUpdateError) in
      var part = try orders.part(of: file)
      if part.size > file.size { try orders.restart(&part) }
      fetcher.status.recordDownload(part.size)
      let share = try fetcher.downloadFromPeers(&part, file, &orders)
      if part.size < file.size { try fetcher.receive(&part, file, url, &orders) }
      do throws(ContentUpdateError) {
        try orders.adopt(part, as: file)
        fetcher.ratePeers(share, isVerified: true)
      } catch {
        guard share.wasBegun || !share.senders.isEmpty, case .invalid = error else { throw error }
        fetcher.ratePeers(share, isVerified: false)
        // bound: a size is below 2^52
        fetcher.status.recordDownload(-part.size)
        // The earlier part may be of another version, or come from a lying peer: starts again, from
        // the server alone.
        var part = try orders.part(of: file)
        if file.size > 0 { try fetcher.receive(&part, file, url, &orders) }
        try orders.adopt(part, as: file)
      }
    }
  }

  private func receive(
    _ part: inout PartialFile, _ file: ReleaseManifest.File, _ url: RemoteURL,
    _ orders: inout ContentUpdateOrders
  ) throws(ContentUpdateError) {
    let download = FileDownload(url, from: part.size, size: file.size, over: dependencies.sources)
    defer { download.cancel() }
    if let error = try receive(&part, download, .server, &orders) { throw .network(error) }
  }

  /// Downloads the rest of a file; returns the network error that prevents it.
  private func receive(
    _ part: inout PartialFile, _ download: FileDownload, _ minimum: MinimumThroughput,
    _ orders: inout ContentUpdateOrders
  ) throws(ContentUpdateError) -> NetworkError? {
    var (minimum, allowed) = (minimum, HostTime.now())
    while true {
      guard orders.handle(until: max(allowed, .now())) else { throw .cancelled }
      guard isInDownloadWindow else { throw .waiting }
      // A stick takes precedence. The partial download is kept and resumed later.
      guard !orders.content.isStickWaiting() else { throw .unchanged }
      let start = HostTime.now()
      let piece = download.next(until: start + Self.step)
      // Time spent writing to a slow disk does not count against the sender.
      let pause = HostTime.now() - start
      var count = 0
      switch piece {
      case .bytes(let bytes):
        count = bytes.count
        do throws(ReleaseError) { try part.append(bytes) } catch { throw .store(error) }
        status.recordDownload(Int64(count))
        if let limit = settings.limit, limit > 0 {
          allowed =
            max(allowed, .now()) + .nanoseconds(Int64(saturating: Double(count) / limit * 1e9))
        }
      case .restart:
        // bound: a size is below 2^52
        status.recordDownload(-part.size)
        try orders.restart(&part)
      case .finished: return nil
      case .failed(let error): return error
      case nil: break
      }
      if minimum.isMissed(after: count, in: pause) {
        return download.error ?? .timedOut(.bytes, download.host)
      }
    }
  }

  private static let step = Duration.milliseconds(200)

  /// Whether files may be downloaded now. An untrusted clock forbids nothing.
  private var isInDownloadWindow: Bool {
    let time = ClockReading.now()
    return settings.hours.isEmpty || !time.isTrusted
      || settings.hours.state(at: time.clock.time(at: time.moment.second))
  }

  /// Asks the peers in turn for the missing part of a file. Each peer's time is bounded; the next
  /// one resumes where it stopped.
  private mutating func downloadFromPeers(
    _ part: inout PartialFile, _ file: ReleaseManifest.File, _ orders: inout ContentUpdateOrders
  ) throws(ContentUpdateError) -> PeerShare {
    var share = PeerShare(wasBegun: part.size > 0)
    for peer in peers.order(for: file.digest, at: .now()) {
      guard part.size < file.size else { break }
      guard let url = try? peer.resolving("/content/\(file.digest.hex)") else { continue }
      let before = part.size
      let download = FileDownload(
        url, from: before, size: file.size, over: dependencies.sources, isNearby: true)
      defer { download.cancel() }
      let error = try receive(&part, download, .nearby, &orders)
      if part.size > before {
        share.senders.append(peer)
        share.bytes +|= part.size -| before
      }
      if let error {
        rate(PeerSelector.Outcome(error, hasSent: part.size > before), of: peer)
      } else {
        share.last = peer
      }
    }
    return share
  }

  /// Rates the peers by whether the file passed verification.
  private mutating func ratePeers(_ share: PeerShare, isVerified: Bool) {
    if isVerified {
      if share.bytes > 0 { status.update { $0.fromPeers +|= share.bytes } }
      if let peer = share.last { rate(.verified, of: peer) }
      return
    }
    // With several senders, or the server among them, the origin of the wrong bytes is unknown.
    let isAlone = share.senders.count == 1 && share.last != nil && !share.wasBegun
    for peer in share.senders { rate(isAlone ? .corrupt : .suspect, of: peer) }
  }

  private mutating func rate(_ outcome: PeerSelector.Outcome, of peer: RemoteURL) {
    if peers.record(outcome, of: peer, at: .now()) {
      dependencies.report(.distrusted(peer: peer.origin.text))
    }
  }
}

// Copies from folders.
extension FileFetcher {
  private mutating func copy(
    _ file: ReleaseManifest.File, from folder: String, _ orders: inout ContentUpdateOrders
  ) throws(ContentUpdateError) {
    let source = try file.open(in: folder)
    let known = VerificationBackoff.Source(file.digest, in: folder, file.path.text, source)
    try withBackoff(known, &orders) { fetcher, orders throws(ContentUpdateError) in
      try fetcher.copy(file, from: source, &orders)
    }
  }

  private func copy(
    _ file: ReleaseManifest.File, from source: borrowing FileDescriptor,
    _ orders: inout ContentUpdateOrders
  ) throws(ContentUpdateError) {
    var part = try orders.part(of: file)
    try orders.restart(&part)
    while part.size < file.size {
      guard orders.shouldContinue() else { throw .cancelled }
      let bytes: [UInt8]
      do throws(Errno) {
        bytes = try source.bytes(at: Int(part.size), count: 1 << 20)
      } catch {
        throw .invalid("\(file.path)", cause: "\(error)")
      }
      guard !bytes.isEmpty else { break }
      do throws(ReleaseError) { try part.append(bytes) } catch {
        orders.content.store.drop(partOf: file.digest)
        throw .store(error)
      }
      status.recordDownload(Int64(bytes.count))
    }
    try orders.adopt(part, as: file)
  }
}

extension ReleaseManifest.File {
  /// The file's URL: its own, or one next to the manifest.
  fileprivate func url(besides manifest: RemoteURL) throws(ContentUpdateError) -> RemoteURL {
    let url: RemoteURL
    do throws(RemoteURL.Fault) {
      url =
        if let address {
          try manifest.resolving(address)
        } else {
          try manifest.resolving(path: path.text)
        }
    } catch {
      throw .invalid("\(path)", cause: "invalid url: \(error)")
    }
    guard url.isWeb else { throw .invalid("\(path)", cause: "\(url) is not an HTTP URL") }
    return url
  }

  fileprivate func open(in folder: String) throws(ContentUpdateError) -> FileDescriptor {
    do throws(Errno) { return try FileDescriptor(reading: path.text, below: folder) } catch {
      throw .invalid("\(path)", cause: "\(error)")
    }
  }
}

// Partial files in the store.
extension ContentUpdateOrders {
  fileprivate func part(of file: ReleaseManifest.File) throws(ContentUpdateError) -> PartialFile {
    do throws(ReleaseError) { return try content.store.part(of: file.digest) } catch {
      throw .store(error)
    }
  }

  fileprivate mutating func restart(_ part: inout PartialFile) throws(ContentUpdateError) {
    do throws(ReleaseError) { try content.store.restart(&part) } catch { throw .store(error) }
  }

  /// Moves a file into the store if its size and digest match.
  fileprivate mutating func adopt(
    _ part: borrowing PartialFile, as file: ReleaseManifest.File
  ) throws(ContentUpdateError) {
    let digest = part.digest { shouldContinue() }
    guard shouldContinue() else { throw .cancelled }
    guard part.size == file.size, digest == file.digest else {
      content.store.drop(partOf: file.digest)
      throw .invalid(
        "\(file.path)",
        cause: (part.size == file.size
          ? "SHA-256 mismatch with the manifest" : "size mismatch with the manifest")
          + "; publish the folder again. Retrying with back-off")
    }
    do throws(ReleaseError) {
      try content.store.adopt(part, as: file.digest)
    } catch {
      throw .store(error)
    }
  }
}

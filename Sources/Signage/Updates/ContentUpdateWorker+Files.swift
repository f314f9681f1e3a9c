import VitrineAddresses
import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrineNetwork
import VitrineSchedules
import VitrineStreams
import VitrineTiming

// Files: downloading, copying and verifying.
extension ContentUpdateWorker {
  /// Downloads a file from the server, resuming a partial download.
  mutating func fetch(_ file: ReleaseManifest.File, from manifest: RemoteURL)
    throws(ContentUpdateError)
  {
    let url: RemoteURL
    do throws(RemoteURL.Fault) {
      url =
        if let address = file.address {
          try manifest.resolving(address)
        } else {
          try manifest.resolving(path: file.path.text)
        }
    } catch {
      throw .invalid("\(file.path)", cause: "invalid url: \(error)")
    }
    try fetch(file, at: url)
  }

  private mutating func fetch(
    _ file: ReleaseManifest.File, at url: RemoteURL
  ) throws(ContentUpdateError) {
    guard url.isWeb else { throw .invalid("\(file.path)", cause: "\(url) is not an HTTP URL") }
    let source = VerificationBackoff.Source(file.digest, on: url.text)
    try withBackoff(source) { worker throws(ContentUpdateError) in
      var part = try worker.part(of: file)
      if part.size > file.size { try worker.restart(&part) }
      worker.status.recordDownload(part.size)
      let share = try worker.downloadFromPeers(&part, file)
      if part.size < file.size { try worker.receive(&part, file, url) }
      do throws(ContentUpdateError) {
        try worker.finish(part, file)
        worker.ratePeers(share, isVerified: true)
      } catch {
        guard share.wasBegun || !share.senders.isEmpty, case .invalid = error else { throw error }
        worker.ratePeers(share, isVerified: false)
        // bound: a size is below 2^52
        worker.status.recordDownload(-part.size)
        // The earlier part may be of another version, or come from a lying peer: starts again, from
        // the server alone.
        var part = try worker.part(of: file)
        if file.size > 0 { try worker.receive(&part, file, url) }
        try worker.finish(part, file)
      }
    }
  }

  /// Runs `fetch` unless the same source failed verification recently; then throws the same error
  /// as before.
  private mutating func withBackoff(
    _ source: VerificationBackoff.Source,
    fetch: (inout ContentUpdateWorker) throws(ContentUpdateError) -> Void
  ) throws(ContentUpdateError) {
    if let error = backoff.error(for: source, at: .now()) { throw error }
    do throws(ContentUpdateError) {
      try fetch(&self)
      backoff.reset(source)
    } catch {
      if case .invalid = error { backoff.record(error, for: source, at: .now()) }
      throw error
    }
  }

  private mutating func receive(
    _ part: inout PartialFile, _ file: ReleaseManifest.File, _ url: RemoteURL
  ) throws(ContentUpdateError) {
    let download = FileDownload(url, from: part.size, size: file.size, over: dependencies.sources)
    defer { download.cancel() }
    if let error = try receive(&part, download, .server) { throw .network(error) }
  }

  /// Downloads the rest of a file; returns the network error that prevents it.
  mutating func receive(
    _ part: inout PartialFile, _ download: FileDownload, _ minimum: MinimumThroughput
  ) throws(ContentUpdateError) -> NetworkError? {
    var (minimum, allowed) = (minimum, HostTime.now())
    while true {
      guard handleOrders(until: max(allowed, .now())) else { throw .cancelled }
      guard isInDownloadWindow else { throw .waiting }
      // A stick takes precedence. The partial download is kept and resumed later.
      guard !isStickWaiting() else { throw .unchanged }
      let start = HostTime.now()
      let piece = download.next(until: start + Self.step)
      // Time spent writing to a slow disk does not count against the sender.
      let pause = HostTime.now() - start
      var count = 0
      switch piece {
      case .bytes(let bytes):
        count = bytes.count
        try writing { () throws(ReleaseError) in try part.append(bytes) }
        status.recordDownload(Int64(count))
        if let limit = settings.limit, limit > 0 {
          allowed =
            max(allowed, .now()) + .nanoseconds(Int64(saturating: Double(count) / limit * 1e9))
        }
      case .restart:
        // bound: a size is below 2^52
        status.recordDownload(-part.size)
        try restart(&part)
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

  /// Copies a file from a local folder.
  mutating func copy(_ file: ReleaseManifest.File, from folder: String) throws(ContentUpdateError) {
    let source = try open(file, in: folder)
    let known = VerificationBackoff.Source(file.digest, in: folder, file.path.text, source)
    try withBackoff(known) { worker throws(ContentUpdateError) in
      try worker.copy(file, from: source)
    }
  }

  private func open(
    _ file: ReleaseManifest.File, in folder: String
  ) throws(ContentUpdateError) -> FileDescriptor {
    do throws(Errno) { return try FileDescriptor(reading: file.path.text, below: folder) } catch {
      throw .invalid("\(file.path)", cause: "\(error)")
    }
  }

  private mutating func copy(
    _ file: ReleaseManifest.File, from source: borrowing FileDescriptor
  ) throws(ContentUpdateError) {
    var part = try self.part(of: file)
    try restart(&part)
    while part.size < file.size {
      guard shouldContinue() else { throw .cancelled }
      let bytes: [UInt8]
      do throws(Errno) {
        bytes = try source.bytes(at: Int(part.size), count: 1 << 20)
      } catch {
        throw .invalid("\(file.path)", cause: "\(error)")
      }
      guard !bytes.isEmpty else { break }
      do throws(ReleaseError) { try part.append(bytes) } catch {
        store.drop(partOf: file.digest)
        throw .store(error)
      }
      status.recordDownload(Int64(bytes.count))
    }
    try finish(part, file)
  }

  /// Moves a file into the store if its size and digest match.
  private mutating func finish(
    _ part: borrowing PartialFile, _ file: ReleaseManifest.File
  ) throws(ContentUpdateError) {
    let digest = part.digest { shouldContinue() }
    guard shouldContinue() else { throw .cancelled }
    guard part.size == file.size, digest == file.digest else {
      store.drop(partOf: file.digest)
      throw .invalid(
        "\(file.path)",
        cause: (part.size == file.size
          ? "SHA-256 mismatch with the manifest" : "size mismatch with the manifest")
          + "; publish the folder again. Retrying with back-off")
    }
    do throws(ReleaseError) {
      try store.adopt(part, as: file.digest)
    } catch {
      throw .store(error)
    }
  }

  private func part(of file: ReleaseManifest.File) throws(ContentUpdateError) -> PartialFile {
    do throws(ReleaseError) { return try store.part(of: file.digest) } catch { throw .store(error) }
  }

  private mutating func restart(_ part: inout PartialFile) throws(ContentUpdateError) {
    do throws(ReleaseError) { try store.restart(&part) } catch { throw .store(error) }
  }

  private func writing(_ body: () throws(ReleaseError) -> Void) throws(ContentUpdateError) {
    do throws(ReleaseError) { try body() } catch { throw .store(error) }
  }
}

import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrineNetwork
import VitrineSchedules
import VitrineStreams
import VitrineTiming

// Files: downloading, copying and verifying.
extension ContentSupplyBody {
  /// Downloads a file from the server, resuming a partial download.
  mutating func fetch(_ file: SetManifest.File, from manifest: RemoteURL) throws(SupplyError) {
    let url: RemoteURL
    do throws(RemoteURL.Fault) {
      url =
        if let address = file.address {
          try manifest.resolving(address)
        } else {
          try manifest.resolving(path: file.path.text)
        }
    } catch {
      throw .wrong("\(file.path)", cause: "invalid url: \(error)")
    }
    try fetch(file, at: url)
  }

  private mutating func fetch(
    _ file: SetManifest.File, at url: RemoteURL
  ) throws(SupplyError) {
    guard url.isWeb else { throw .wrong("\(file.path)", cause: "\(url) is not an HTTP URL") }
    try unlessWrong(WrongFiles.Source(file.digest, on: url.text)) { body throws(SupplyError) in
      var part = try body.part(of: file)
      if part.size > file.size { try body.restart(&part) }
      body.board.noteFetched(part.size)
      let help = try body.askPeers(&part, file)
      if part.size < file.size { try body.receive(&part, file, url) }
      do throws(SupplyError) {
        try body.finish(part, file)
        body.note(help, isRight: true)
      } catch {
        guard help.wasBegun || !help.senders.isEmpty, case .wrong = error else { throw error }
        body.note(help, isRight: false)
        // bound: a size is below 2^52
        body.board.noteFetched(-part.size)
        // The earlier part may be of another version, or come from a lying peer: starts again, from
        // the server alone.
        var part = try body.part(of: file)
        if file.size > 0 { try body.receive(&part, file, url) }
        try body.finish(part, file)
      }
    }
  }

  /// Runs `bring` unless the same source failed verification recently; then throws the same error
  /// as before.
  private mutating func unlessWrong(
    _ source: WrongFiles.Source,
    bring: (inout ContentSupplyBody) throws(SupplyError) -> Void
  ) throws(SupplyError) {
    if let fault = wrongFiles.fault(of: source, at: .now()) { throw fault }
    do throws(SupplyError) {
      try bring(&self)
      wrongFiles.forget(source)
    } catch {
      if case .wrong = error { wrongFiles.note(error, of: source, at: .now()) }
      throw error
    }
  }

  private mutating func receive(
    _ part: inout SetPart, _ file: SetManifest.File, _ url: RemoteURL
  ) throws(SupplyError) {
    let download = FileDownload(url, from: part.size, size: file.size, over: parts.sources)
    defer { download.cancel() }
    if let error = try receive(&part, download, .server) { throw .network(error) }
  }

  /// Downloads the rest of a file; returns the network error that prevents it.
  mutating func receive(
    _ part: inout SetPart, _ download: FileDownload, _ patience: FetchPatience
  ) throws(SupplyError) -> NetworkError? {
    var (patience, allowed) = (patience, HostTime.now())
    while true {
      guard obey(until: max(allowed, .now())) else { throw .ended }
      guard isFetchingTime else { throw .waits }
      // A stick takes precedence. The partial download is kept and resumed later.
      guard !isStickWaiting() else { throw .asBefore }
      let asked = HostTime.now()
      let piece = download.next(until: asked + Self.step)
      // Time spent writing to a slow disk does not count against the sender.
      let pause = HostTime.now() - asked
      var count = 0
      switch piece {
      case .bytes(let bytes):
        count = bytes.count
        try settingDown { () throws(SetError) in try part.append(bytes) }
        board.noteFetched(Int64(count))
        if let limit = plan.limit, limit > 0 {
          allowed =
            max(allowed, .now()) + .nanoseconds(Int64(saturating: Double(count) / limit * 1e9))
        }
      case .restart:
        // bound: a size is below 2^52
        board.noteFetched(-part.size)
        try restart(&part)
      case .whole: return nil
      case .failed(let error): return error
      case nil: break
      }
      if patience.note(count, after: pause) {
        return download.trouble ?? .timedOut(.bytes, download.host)
      }
    }
  }

  private static let step = Duration.milliseconds(200)

  /// Whether files may be downloaded now. An untrusted clock forbids nothing.
  private var isFetchingTime: Bool {
    let time = ClockReading.now()
    return plan.hours.isEmpty || !time.isTrusted
      || plan.hours.state(at: time.clock.time(at: time.moment.second))
  }

  /// Copies a file from a local folder.
  mutating func copy(_ file: SetManifest.File, from folder: String) throws(SupplyError) {
    let source = try open(file, in: folder)
    let known = WrongFiles.Source(file.digest, in: folder, file.path.text, source)
    try unlessWrong(known) { body throws(SupplyError) in try body.copy(file, from: source) }
  }

  private func open(
    _ file: SetManifest.File, in folder: String
  ) throws(SupplyError) -> FileDescriptor {
    do throws(Errno) { return try FileDescriptor(reading: file.path.text, below: folder) } catch {
      throw .wrong("\(file.path)", cause: "\(error)")
    }
  }

  private mutating func copy(
    _ file: SetManifest.File, from source: borrowing FileDescriptor
  ) throws(SupplyError) {
    var part = try self.part(of: file)
    try restart(&part)
    while part.size < file.size {
      guard goesOn() else { throw .ended }
      let bytes: [UInt8]
      do throws(Errno) {
        bytes = try source.bytes(at: Int(part.size), count: 1 << 20)
      } catch {
        throw .wrong("\(file.path)", cause: "\(error)")
      }
      guard !bytes.isEmpty else { break }
      do throws(SetError) { try part.append(bytes) } catch {
        store.drop(partOf: file.digest)
        throw .store(error)
      }
      board.noteFetched(Int64(bytes.count))
    }
    try finish(part, file)
  }

  /// Moves a file into the store if its size and digest match.
  private mutating func finish(
    _ part: borrowing SetPart, _ file: SetManifest.File
  ) throws(SupplyError) {
    let digest = part.digest { goesOn() }
    guard goesOn() else { throw .ended }
    guard part.size == file.size, digest == file.digest else {
      store.drop(partOf: file.digest)
      throw .wrong(
        "\(file.path)",
        cause: (part.size == file.size
          ? "it does not match the manifest (SHA-256)" : "it has the wrong size")
          + "; publish the folder again. Until then it is retried less and less often")
    }
    do throws(SetError) {
      try store.adopt(part, as: file.digest)
    } catch {
      throw .store(error)
    }
  }

  private func part(of file: SetManifest.File) throws(SupplyError) -> SetPart {
    do throws(SetError) { return try store.part(of: file.digest) } catch { throw .store(error) }
  }

  private mutating func restart(_ part: inout SetPart) throws(SupplyError) {
    do throws(SetError) { try store.restart(&part) } catch { throw .store(error) }
  }

  private func settingDown(_ body: () throws(SetError) -> Void) throws(SupplyError) {
    do throws(SetError) { try body() } catch { throw .store(error) }
  }
}

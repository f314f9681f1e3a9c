import Content
import Cryptography
import Linux
import Network
import Schedules
import Streams
import Timing

// How one file comes.
extension ContentSupplyBody {
  /// From the server. What has come of it before is gone on with.
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
      throw .wrong("\(file.path)", cause: "its url is no address: \(error)")
    }
    try fetch(file, at: url)
  }

  /// Without a byte: a server that is away for longer is asked again at the next look.
  private static let patience = Duration.seconds(60)

  private mutating func fetch(
    _ file: SetManifest.File, at url: RemoteURL
  ) throws(SupplyError) {
    guard url.isWeb else { throw .wrong("\(file.path)", cause: "\(url) is on no web server") }
    var part = try self.part(of: file)
    let wasBegun = part.size > 0
    if part.size > file.size { try settingDown { () throws(SetError) in try part.restart() } }
    if part.size < file.size { try receive(&part, file, url) }
    do throws(SupplyError) {
      try finish(part, file)
    } catch {
      guard wasBegun, case .wrong = error else { throw error }
      // What had come before may be of another time: once more from the beginning.
      var part = try self.part(of: file)
      if file.size > 0 { try receive(&part, file, url) }
      try finish(part, file)
    }
  }

  private mutating func receive(
    _ part: inout SetPart, _ file: SetManifest.File, _ url: RemoteURL
  ) throws(SupplyError) {
    let download = FileDownload(url, from: part.size, size: file.size, over: parts.sources)
    defer { download.cancel() }
    var (last, allowed) = (HostTime.now(), HostTime.now())
    while true {
      guard obey(until: max(allowed, .now())) else { throw .ended }
      guard isFetchingTime else { throw .waits }
      switch download.next(until: .now() + Self.step) {
      case .bytes(let bytes):
        last = .now()
        try settingDown { () throws(SetError) in try part.append(bytes) }
        guard let limit = plan.limit, limit > 0 else { continue }
        allowed = max(allowed, last) + .nanoseconds(Int64(Double(bytes.count) / limit * 1e9))
      case .restart: try settingDown { () throws(SetError) in try part.restart() }
      case .whole: return
      case .failed(let error): throw .network(error)
      case nil:
        guard HostTime.now() - last >= Self.patience else { continue }
        throw .network(download.trouble ?? .timedOut(.bytes, url.host))
      }
    }
  }

  private static let step = Duration.milliseconds(200)

  /// Whether files may be fetched now; a clock that is not to be believed forbids nothing.
  private var isFetchingTime: Bool {
    let time = ScheduleClock.now()
    return plan.hours.isEmpty || !time.isTrusted
      || plan.hours.state(at: time.clock.time(at: time.moment.second))
  }

  /// From a folder of this machine.
  mutating func copy(_ file: SetManifest.File, from folder: String) throws(SupplyError) {
    var part = try self.part(of: file)
    try settingDown { () throws(SetError) in try part.restart() }
    do throws(Errno) {
      let source = try FileDescriptor(reading: file.path.text, below: folder)
      while part.size < file.size {
        guard goesOn() else { throw .interrupted }
        let bytes = try source.bytes(at: Int(part.size), count: 1 << 20)
        guard !bytes.isEmpty else { break }
        do throws(SetError) { try part.append(bytes) } catch {
          store.drop(partOf: file.digest)
          throw .noSpace
        }
      }
    } catch {
      switch error {
      case .interrupted: throw .ended
      case .noSpace: throw .store(.notWritten(cause: "\(error)"))
      default: throw .wrong("\(file.path)", cause: "\(error)")
      }
    }
    try finish(part, file)
  }

  /// What is whole and has the digest that it should have becomes a file of the store.
  private mutating func finish(
    _ part: borrowing SetPart, _ file: SetManifest.File
  ) throws(SupplyError) {
    let digest = part.digest { goesOn() }
    guard goesOn() else { throw .ended }
    guard part.size == file.size, digest == file.digest else {
      store.drop(partOf: file.digest)
      throw .wrong(
        "\(file.path)",
        cause: part.size == file.size
          ? "its bytes are not those of the manifest (SHA-256)" : "it has another size")
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

  private func settingDown(_ body: () throws(SetError) -> Void) throws(SupplyError) {
    do throws(SetError) { try body() } catch { throw .store(error) }
  }
}

import VitrineLinux
import VitrineVideoDevices

/// The loop that receives the player's orders. Packets wait for the decoding thread, but released
/// buffers and seeks are handled at once: that thread may be waiting for them.
struct OrderLoop {
  private let line: PlayerConnection
  private let jobs = BoundedQueue<DecodingThread.Job>(limit: 64)

  init(_ line: PlayerConnection) { self.line = line }

  func run() throws(DecoderFault) {
    guard case .open(let path, let codec, let size, let lent)? = line.next() else { return }
    guard let stream = CodedCaps(codec: codec, size: size) else {
      throw DecoderFault(description: "unsupported codec for GStreamer: \(codec)")
    }
    let plugins = try Plugins()
    let output = PictureOutput(line, lent: lent)
    let element = try plugins.element(for: stream, device: path)
    let decoding = try ElementDecoding(element, stream, output)
    if try !Confinement.begin() { DecoderProgram.logUnconfined() }
    line.send(.ready)
    let thread = try start(DecodingThread(decoding, jobs, line))
    while let order = line.next() { handle(order, decoding, output) }
    // The player is gone: the decoding thread would wait in vain.
    jobs.close(discarding: true)
    decoding.interrupt()
    output.releaseAll()
    thread.join()
  }

  private func start(_ decoding: DecodingThread) throws(DecoderFault) -> NamedThread {
    do throws(Errno) {
      return try NamedThread("decoding") { decoding.run() }
    } catch {
      throw DecoderFault(description: "cannot start a thread: \(error)", refusal: .shortage)
    }
  }

  private func handle(_ order: DecoderCommand, _ decoding: ElementDecoding, _ output: PictureOutput)
  {
    switch order {
    case .open: break
    case .packet(let token, let bytes): jobs.push(.packet(token: token, bytes))
    case .finish(let number): jobs.push(.finish(number))
    case .release(let buffer): output.release(buffer)
    case .flush:
      jobs.removeAll()
      decoding.interrupt()
      jobs.force(.resume)
    }
  }
}

/// The thread that decodes, one job after the other. It blocks while the player has all pictures.
struct DecodingThread: Sendable {
  enum Job: Sendable {
    case packet(token: UInt64, [UInt8])
    case finish(UInt64)
    /// Continues after an interruption.
    case resume
  }

  private let decoding: ElementDecoding
  private let jobs: BoundedQueue<Job>
  private let line: PlayerConnection
  /// With more damaged packets in a row, the file is not at fault.
  private static let mostDamaged = 3

  init(_ decoding: ElementDecoding, _ jobs: BoundedQueue<Job>, _ line: PlayerConnection) {
    self.decoding = decoding
    self.jobs = jobs
    self.line = line
  }

  func run() {
    var (hasFailed, damaged) = (false, 0)
    while let job = jobs.pop() {
      do throws(DecoderFault) {
        switch job {
        case .packet(let token, let bytes):
          let fault = hasFailed ? nil : try decoding.push(bytes, token: token)
          line.send(.accepted(token: token))
          guard let fault else {
            damaged = 0
            continue
          }
          // A hanging device takes a second for each.
          damaged += 1
          if damaged >= Self.mostDamaged { throw fault }
          line.send(.damaged(token: token))
        case .finish(let number): decoding.finish(number)
        case .resume: decoding.resume()
        }
      } catch {
        hasFailed = true
        line.send(.failed(error.description, error.refusal))
      }
    }
  }
}

package import VitrineLinux
internal import VitrinePictures
package import VitrineTiming

/// A stream on a decoder in a separate process. Bound to the decoding thread, except for `wakeup`.
///
/// An exploit of third-party code by a malicious file stays in that process: its reports are
/// validated, and the player survives its end.
package final class ProcessSession: DecodingSession {
  package let wakeup: Wakeup
  private let line: DecoderConnection
  /// The path of its device.
  private let path: String
  private let now: () -> HostTime
  private let binding = ThreadBinding()
  /// The deadline for starting and for allocating memory; nil while it is decoding.
  private var startDeadline: HostTime?
  /// Packets that it has not accepted yet.
  private var inFlight: Set<UInt64> = []
  private var buffers: ProcessBuffers
  private var liveness = DecoderLiveness()
  /// The state of the last `finish`.
  private var drain = Drain.none
  private var finishes: UInt64 = 0
  /// The number of reports since the last picture.
  private var reports = 0

  private enum Drain { case none, requested, ended }

  /// The most packets in flight.
  private static let mostInFlight = 6
  /// The most reports between two pictures.
  private static let mostReports = 10_000
  /// Enough to load the program, GStreamer and a driver's firmware from a slow card.
  private static let startTimeout = Duration.seconds(15)

  /// Sends the stream's properties. `receive` throws if the process cannot decode it.
  package init(
    _ stream: CodedStream, by path: String, over line: DecoderConnection,
    now: @escaping () -> HostTime = HostTime.now
  ) throws(VideoDeviceError) {
    self.line = line
    self.path = path
    self.now = now
    do {
      wakeup = try Wakeup()
    } catch {
      throw .call("eventfd", path: path, error)
    }
    buffers = ProcessBuffers(SlotReturns(wakeup), lent: stream.lent, of: path)
    startDeadline = now() + Self.startTimeout
    guard let codec = stream.format.codec else { throw .noCodec("stream", path: path) }
    try translatingErrors { () throws(DecoderConnection.Fault) in
      try line.send(.open(path: path, codec: codec, size: stream.size, lent: stream.lent))
    }
  }

  package func send(
    _ bytes: UnsafeRawBufferPointer, token: UInt64, isKey: Bool
  ) throws(VideoDeviceError) -> Bool {
    binding.check()
    guard drain == .none, inFlight.count < Self.mostInFlight, !line.isFull else { return false }
    guard bytes.count <= DecoderCommand.mostBytes else {
      throw .packetTooLarge(bytes.count, room: DecoderCommand.mostBytes)
    }
    try translatingErrors { () throws(DecoderConnection.Fault) in
      unsafe try line.sendPacket(bytes, token: token)
    }
    inFlight.insert(token)
    liveness.recordPacket(isKey: isKey)
    return true
  }

  package func finish() throws(VideoDeviceError) {
    binding.check()
    guard drain == .none else { return }
    finishes += 1
    drain = .requested
    let number = finishes
    try translatingErrors { () throws(DecoderConnection.Fault) in
      try line.send(.finish(number: number))
    }
  }

  package func flush() throws(VideoDeviceError) {
    binding.check()
    try translatingErrors { () throws(DecoderConnection.Fault) in try line.send(.flush) }
    inFlight = []
    liveness.recordSeek()
    drain = .none
    buffers.recordSeek()
  }

  package func receive(
    until deadline: HostTime? = nil, unless isCancelled: () -> Bool
  ) throws(VideoDeviceError) -> DecodingOutput {
    binding.check()
    while true {
      if isCancelled() { return .cancelled }
      try giveBack()
      if let output = try nextOutput() { return output }
      if drain == .ended { return .ended }
      if liveness.isStalled { throw stallError }
      if drain == .none, inFlight.count < Self.mostInFlight, !line.isFull {
        let left = deadline.map { $0 - now() } ?? .zero
        guard left > .zero, liveness.isPicturePending else { return .needsInput }
        try wait(atMost: left)
        continue
      }
      if buffers.needsAllLentReport() { return .allLent }
      try wait()
    }
  }

  private func nextOutput() throws(VideoDeviceError) -> DecodingOutput? {
    while let report = try translatingErrors({ () throws(DecoderConnection.Fault) in try line.next()
    }) {
      switch report {
      // The first packet allocates memory for pictures.
      case .ready: startDeadline = now() + Self.startTimeout
      case .accepted(let token):
        guard inFlight.remove(token) != nil else { break }
        startDeadline = nil
        liveness.recordProgress()
      case .memory(let buffer):
        let piece = try translatingErrors { () throws(DecoderConnection.Fault) in
          try line.receiveMemory()
        }
        try buffers.append(piece, to: buffer)
      case .layout(let buffer, let layout): try buffers.setLayout(layout, of: buffer)
      case .picture(let buffer, let token, let isInterlaced):
        (startDeadline, reports) = (nil, 0)
        liveness.recordPicture()
        return .picture(try buffers.lend(buffer, token, isInterlaced: isInterlaced))
      case .damaged(let token):
        liveness.recordDamage()
        return .damaged(token)
      case .renewed:
        buffers.renew()
        startDeadline = now() + Self.startTimeout
        return .changing
      case .ended(let number) where number == finishes && drain == .requested:
        drain = .ended
        if liveness.isStalledAtEnd { throw stallError }
      case .ended: continue
      case .failed(let reason, let refusal): throw .refused(reason, path: path, refusal)
      }
      // Limits a process that only sends reports, and lets a seek interrupt it.
      reports += 1
      if reports > Self.mostReports { throw .processEnded(path: path) }
      if reports % 64 == 0 { return nil }
    }
    return nil
  }

  /// Returns buffers that were on screen, including those from before a format change, which the
  /// process still holds.
  private func giveBack() throws(VideoDeviceError) {
    for buffer in buffers.drainReleased() {
      try translatingErrors { () throws(DecoderConnection.Fault) in
        try line.send(.release(buffer: buffer))
      }
    }
    try translatingErrors { () throws(DecoderConnection.Fault) in try line.flush() }
  }

  private var stallError: VideoDeviceError {
    liveness.hasProducedPicture ? .stalled(path: path) : .silent(path: path)
  }

  private func wait(atMost limit: Duration = .seconds(10)) throws(VideoDeviceError) {
    if let startDeadline {
      if now() > startDeadline { throw .silent(path: path) }
    } else if !buffers.areAllLent, limit > DecoderLiveness.timeout {
      guard liveness.recordWait(at: now()) else { throw .silent(path: path) }
    }
    let milliseconds = min(Int(limit.nanoseconds / 1_000_000) + 1, 500)
    try translatingErrors { () throws(DecoderConnection.Fault) in
      try line.wait(wakeup, milliseconds: milliseconds)
    }
  }

  private func translatingErrors<Value>(
    _ body: () throws(DecoderConnection.Fault) -> Value
  ) throws(VideoDeviceError) -> Value {
    do throws(DecoderConnection.Fault) {
      return try body()
    } catch {
      switch error {
      case .ended, .invalidMessage: throw .processEnded(path: path)
      case .call(let error): throw .call("socket", path: path, error)
      }
    }
  }
}

package import VitrineLinux
internal import VitrinePictures
package import VitrineTiming

/// A stream on one of the kernel's decoders: packets in, pictures out. Bound to the decoding
/// thread, except for `wakeup`.
///
/// The steps are those of the kernel's `Documentation/userspace-api/media/v4l/dev-decoder.rst`.
package final class DecoderSession: DecodingSession {
  package typealias Output = DecodingOutput
  package typealias Stream = CodedStream

  package let wakeup: Wakeup
  private let port: any DecoderPort
  private let stream: Stream
  /// The machine's clock or a test's.
  private let now: () -> HostTime
  private let binding = ThreadBinding()

  private var packets: PacketQueue
  private var pictures: PictureQueue
  /// The format changes after the last picture.
  private var isChanging = false
  private var drain = Drain.none
  /// Whether these were already reported: that pictures are reallocated, and that all are lent.
  private var isChangeReported = false
  private var isAllLentReported = false
  private var liveness = DecoderLiveness()

  /// `wanted` is before there are pictures: a device that is stopped then would be done at once.
  private enum Drain { case none, wanted, requested, ended }

  /// Prepares for packets.
  package init(
    _ stream: Stream, on port: any DecoderPort, now: @escaping () -> HostTime = HostTime.now
  ) throws(VideoDeviceError) {
    self.port = port
    self.stream = stream
    self.now = now
    do {
      wakeup = try Wakeup()
    } catch {
      throw .call("eventfd", path: port.path, error)
    }
    pictures = PictureQueue(port, SlotReturns(wakeup))
    packets = try PacketQueue(port, stream)
  }

  package func send(
    _ bytes: UnsafeRawBufferPointer, token: UInt64, isKey: Bool
  ) throws(VideoDeviceError) -> Bool {
    binding.check()
    try reclaim()
    guard drain == .none, try unsafe packets.queue(bytes, token: token) else { return false }
    liveness.recordPacket(isKey: isKey)
    return true
  }

  package func finish() throws(VideoDeviceError) {
    binding.check()
    guard drain == .none else { return }
    readEvents()
    // Without a packet there is nothing to drain.
    let isPicturePending = liveness.isPicturePending || packets.hasQueued || isChanging
    drain = pictures.isEmpty && !isPicturePending ? .ended : .wanted
    try drainWhereDue()
  }

  private func drainWhereDue() throws(VideoDeviceError) {
    guard drain == .wanted, !pictures.isEmpty,
      !port.quirks.stopsAtOnce || !packets.hasQueued
    else { return }
    drain = .requested
    do throws(Errno) {
      try port.stop()
    } catch .busy {
      // It is already draining.
    } catch {
      throw .call("DECODER_CMD", path: port.path, error)
    }
  }

  package func flush() throws(VideoDeviceError) {
    binding.check()
    try packets.stop()
    liveness.recordSeek()
    (isChangeReported, isAllLentReported) = (false, false)
    readEvents()
    // Before picture buffers are changed: some drivers only handle them while packets may arrive.
    try packets.start()
    let isAtEnd = drain != .none || pictures.isBehindLast
    if port.quirks.forgetsAtSeek || port.quirks.forgetsAtEnd && isAtEnd {
      // The first packets will report the format again.
      try pictures.drop()
      isChanging = false
    } else if isChanging {
      // The last picture before the change may never arrive.
      try pictures.drop()
    } else if isAtEnd {
      try pictures.restart()
    }
    drain = .none
  }

  package func receive(
    until deadline: HostTime? = nil, unless isCancelled: () -> Bool
  ) throws(VideoDeviceError) -> Output {
    binding.check()
    while true {
      if isCancelled() { return .cancelled }
      try pictures.requeueReturned()
      readEvents()
      if isChanging, pictures.isEmpty || pictures.isBehindLast {
        if needsChangeReport() { return .changing }
        try setUpPictures()
      }
      if let output = try nextPicture() { return output }
      if pictures.isBehindLast {
        if isChanging || hasLateChange() { continue }
        // Restarts a decoder that stopped without a format change.
        guard drain != .none else {
          try resume()
          continue
        }
        drain = .ended
        if liveness.isStalledAtEnd { throw stallError }
      }
      if drain == .ended { return .ended }
      try reclaim()
      if liveness.isStalled { throw stallError }
      try drainWhereDue()
      if drain == .none, packets.hasFree {
        let left = deadline.map { $0 - now() } ?? .zero
        guard left > .zero, packets.hasQueued else { return .needsInput }
        try wait(atMost: left)
        continue
      }
      if needsAllLentReport() { return .allLent }
      try wait()
    }
  }

  private func nextPicture() throws(VideoDeviceError) -> Output? {
    switch try pictures.next() {
    case .picture(let picture):
      liveness.recordPicture()
      isAllLentReported = false
      return .picture(picture)
    case .damaged(let token):
      liveness.recordDamage()
      return .damaged(token)
    case nil: return nil
    }
  }

  private var stallError: VideoDeviceError {
    liveness.hasProducedPicture ? .stalled(path: port.path) : .silent(path: port.path)
  }

  /// Allocates memory for pictures after their format became known or changed.
  private func setUpPictures() throws(VideoDeviceError) {
    try pictures.drop()
    (isChanging, isChangeReported, isAllLentReported) = (false, false, false)
    try pictures.make(lent: stream.lent)
    // The device may have forgotten a request from before the change.
    if drain == .requested { drain = .wanted }
    try drainWhereDue()
  }

  private func needsChangeReport() -> Bool {
    defer { isChangeReported = true }
    return !isChangeReported
  }

  private func needsAllLentReport() -> Bool {
    guard !isAllLentReported, !pictures.isEmpty, !pictures.suffices else { return false }
    isAllLentReported = true
    return true
  }

  private func hasLateChange() -> Bool {
    readEvents()
    return isChanging
  }

  private func resume() throws(VideoDeviceError) {
    guard liveness.recordStop() else { throw stallError }
    try pictures.resume()
  }

  private func wait(atMost limit: Duration = .seconds(10)) throws(VideoDeviceError) {
    let isGiven = packets.hasQueued || pictures.hasQueued
    // While all pictures are on screen or queued for it, the display has to proceed.
    let isItsTurn = pictures.isEmpty || pictures.suffices
    // Before there are pictures, it may have accepted all packets and has to report their format.
    let isPicturePending = isGiven || drain == .wanted
    if isPicturePending, isItsTurn, limit > DecoderLiveness.timeout {
      guard liveness.recordWait(at: now()) else { throw .silent(path: port.path) }
    } else {
      liveness.recordProgress()
    }
    let milliseconds = Int(limit.nanoseconds / 1_000_000) + 1
    // A device without queued buffers cannot be polled.
    let most = isGiven ? isItsTurn ? 500 : 10_000 : drain == .wanted ? 20 : 10_000
    try port.call("poll") { () throws(Errno) in
      try port.wait(isGiven: isGiven, wakeup, milliseconds: min(milliseconds, most))
    }
  }

  private func readEvents() {
    while let event = port.nextEvent() {
      if event == .sourceChange { isChanging = true }
    }
  }

  /// Collects packet buffers that the device has returned.
  private func reclaim() throws(VideoDeviceError) {
    if try packets.reclaim() { liveness.recordProgress() }
  }
}

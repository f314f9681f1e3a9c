public import Linux
public import Pictures
public import Timing

/// One stream on one decoder of the kernel's: packets in, pictures out. Bound to the thread that
/// decodes, but for `wakeup`.
///
/// The steps are those of the kernel's `Documentation/userspace-api/media/v4l/dev-decoder.rst`.
public final class DecoderSession {
  public enum Output {
    case picture(DevicePicture)
    case needsInput
    /// All that was given has come out.
    case ended
    /// It is wanted no more.
    case cancelled
  }

  /// What a stream is, as far as its container knows.
  public struct Stream: Hashable, Sendable {
    public var format: CodedFormat
    public var size: PixelSize
    /// How many pictures are in use elsewhere: queued, on screen, leaving it.
    public var lent: Int

    public init(format: CodedFormat, size: PixelSize, lent: Int) {
      (self.format, self.size, self.lent) = (format, size, lent)
    }
  }

  /// Rung by those who want it to look whether it is wanted still.
  public let wakeup: Wakeup
  private let port: any DecoderPort
  private let stream: Stream
  /// The clock: the machine's, or a test's.
  private let now: () -> HostTime
  private let returns: SlotReturns
  private let binding = ThreadBinding()

  // Packets.
  private var room = 0
  private var codedCount = 0
  private var freeCoded: [Int] = []
  // Pictures: of the present size, by their index.
  private var slots: [PictureSlot] = []
  private var queued: Set<Int> = []
  private var lent: Set<Int> = []
  private var isInterlaced = false
  /// The pictures that follow the last one are of another size or kind.
  private var isChanging = false
  private var drain = Drain.none
  private var isBehindLast = false
  /// When it began to give nothing, though it has what it needs.
  private var silentSince: HostTime?

  /// `wanted` before there are pictures: a device that is told then takes it for done.
  private enum Drain { case none, wanted, asked, ended }

  /// Enough for the decoder to go on while the next one is read.
  private static let codedBuffers = 6
  /// With so many beside its own a decoder still goes on: one on screen, one leaving, one written.
  private static let leastLent = 3
  /// No decoder takes this long for one picture.
  private static let patience = Duration.seconds(2)

  /// Begins to take packets.
  public init(
    _ stream: Stream, on port: any DecoderPort, now: @escaping () -> HostTime = HostTime.now
  ) throws(VideoDeviceError) {
    (self.port, self.stream, self.now) = (port, stream, now)
    do {
      wakeup = try Wakeup()
    } catch {
      throw .call("eventfd", path: port.path, error)
    }
    returns = SlotReturns(wakeup)
    try begin()
  }

  private func begin() throws(VideoDeviceError) {
    let wanted = max(1 << 20, stream.size.width * stream.size.height * 3 / 4)
    room = try asking("S_FMT") { () throws(Errno) in
      try port.setCoded(stream.format, size: stream.size, room: min(wanted, 16 << 20))
    }
    codedCount = try asking("REQBUFS") { () throws(Errno) in
      try port.makeCodedBuffers(Self.codedBuffers)
    }
    freeCoded = Array(0..<codedCount)
    try turn(.coded, true)
  }

  private func asking<Answer>(
    _ call: String, _ body: () throws(Errno) -> Answer
  ) throws(VideoDeviceError) -> Answer {
    do throws(Errno) {
      return try body()
    } catch {
      throw .call(call, path: port.path, error)
    }
  }

  private func turn(_ side: DecoderSide, _ isOn: Bool) throws(VideoDeviceError) {
    try asking(isOn ? "STREAMON" : "STREAMOFF") { () throws(Errno) in try port.stream(side, isOn) }
  }

  /// Gives one packet. False when pictures have to be taken first.
  public func send(
    _ bytes: UnsafeRawBufferPointer, token: UInt64
  ) throws(VideoDeviceError) -> Bool {
    binding.check()
    try reclaim()
    guard drain == .none, let index = freeCoded.last else { return false }
    guard bytes.count <= room else { throw .packetTooLarge(bytes.count, room: room) }
    unsafe port.fill(index, with: bytes)
    try asking("QBUF") { () throws(Errno) in
      try port.queue(.coded, index, count: bytes.count, token: token)
    }
    freeCoded.removeLast()
    return true
  }

  /// Has it give all that it has.
  public func finish() throws(VideoDeviceError) {
    binding.check()
    guard drain == .none else { return }
    takeEvents()
    guard slots.isEmpty else { return try askForDrain() }
    // Without a packet there is nothing to wait for.
    drain = freeCoded.count == codedCount && !isChanging ? .ended : .wanted
  }

  private func askForDrain() throws(VideoDeviceError) {
    drain = .asked
    try asking("DECODER_CMD") { () throws(Errno) in try port.stop() }
  }

  /// Forgets what was given, for packets from another place. Pictures of the place before may still
  /// come, with their tokens.
  public func flush() throws(VideoDeviceError) {
    binding.check()
    try turn(.coded, false)
    freeCoded = Array(0..<codedCount)
    silentSince = nil
    if drain != .none {
      drain = .none
      if !slots.isEmpty, !isChanging {
        try turn(.pictures, false)
        queued = []
        isBehindLast = false
        try turn(.pictures, true)
        try queueFree()
      }
    }
    try turn(.coded, true)
  }

  /// The next picture. Where there is none it waits until there is room for a packet, or for all that is
  /// drained, or until `isCancelled`, which is asked again at each ring. Until `deadline` it also waits
  /// for what packets that it has may become.
  public func receive(
    until deadline: HostTime? = nil, unless isCancelled: () -> Bool
  ) throws(VideoDeviceError) -> Output {
    binding.check()
    while true {
      if isCancelled() { return .cancelled }
      try takeBack()
      takeEvents()
      if isChanging, slots.isEmpty || isBehindLast { try setUpPictures() }
      if !slots.isEmpty, let picture = try nextPicture() {
        silentSince = nil
        return .picture(picture)
      }
      if isBehindLast {
        if isChanging || takeLateChange() { continue }
        // What stopped by itself, without a change that is told, goes on.
        guard drain != .none else {
          try restart()
          continue
        }
        drain = .ended
      }
      if drain == .ended { return .ended }
      try reclaim()
      if drain == .none, !freeCoded.isEmpty {
        let left = deadline.map { $0 - now() } ?? .zero
        guard left > .zero, freeCoded.count < codedCount else { return .needsInput }
        try wait(atMost: left)
        continue
      }
      try wait()
    }
  }

  private func takeLateChange() -> Bool {
    takeEvents()
    return isChanging
  }

  private func restart() throws(VideoDeviceError) {
    isBehindLast = false
    try asking("DECODER_CMD") { () throws(Errno) in try port.start() }
    // What the last one lay in.
    try queueFree()
  }

  private func wait(atMost limit: Duration = .seconds(10)) throws(VideoDeviceError) {
    let isGiven = freeCoded.count < codedCount || !queued.isEmpty
    // With all pictures on the screen or queued for it, it is for others to go on.
    let isItsTurn = slots.isEmpty || !queued.isEmpty
    let now = now()
    let milliseconds = Int(limit.nanoseconds / 1_000_000) + 1
    if isGiven, isItsTurn, limit > Self.patience {
      let since = silentSince ?? now
      silentSince = since
      if now - since > Self.patience { throw .silent(path: port.path) }
    } else {
      silentSince = nil
    }
    try asking("poll") { () throws(Errno) in
      try port.wait(
        isGiven: isGiven, wakeup, milliseconds: min(milliseconds, isItsTurn ? 500 : 10_000))
    }
  }

  private func takeEvents() {
    while let event = port.nextEvent() {
      if event == .sourceChange { isChanging = true }
    }
  }

  /// Buffers of packets that it is done with.
  private func reclaim() throws(VideoDeviceError) {
    while freeCoded.count < codedCount,
      let done = try asking(
        "DQBUF", { () throws(Errno) in try port.dequeue(.coded) })
    {
      freeCoded.append(done.index)
      silentSince = nil
    }
  }
}

// Pictures.
extension DecoderSession {
  /// Gives back what was on screen.
  private func takeBack() throws(VideoDeviceError) {
    for slot in returns.take() {
      // Those of a size before are only freed.
      guard slots.indices.contains(slot.index), slots[slot.index] === slot else { continue }
      lent.remove(slot.index)
      try queue(slot.index)
    }
  }

  private func queue(_ index: Int) throws(VideoDeviceError) {
    guard !isBehindLast || !isChanging else { return }
    try asking("QBUF") { () throws(Errno) in
      try port.queue(.pictures, index, count: 0, token: 0)
    }
    queued.insert(index)
  }

  private func queueFree() throws(VideoDeviceError) {
    for index in slots.indices where !lent.contains(index) && !queued.contains(index) {
      try queue(index)
    }
  }

  private func nextPicture() throws(VideoDeviceError) -> DevicePicture? {
    while !isBehindLast {
      let done: DequeuedBuffer?
      do throws(Errno) {
        done = try port.dequeue(.pictures)
      } catch .brokenPipe {
        isBehindLast = true
        return nil
      } catch {
        throw .call("DQBUF", path: port.path, error)
      }
      guard let done else { return nil }
      guard queued.remove(done.index) != nil, slots.indices.contains(done.index) else {
        throw .badLayout(path: port.path)
      }
      if done.isLast { isBehindLast = true }
      if done.isEmpty || done.isDamaged {
        if !isBehindLast { try queue(done.index) }
        if done.isDamaged, !done.isEmpty || !done.isLast { throw .damaged(path: port.path) }
        continue
      }
      lent.insert(done.index)
      return DevicePicture(
        slots[done.index], done.token, isInterlaced: isInterlaced, to: returns)
    }
    return nil
  }

  /// The stream's pictures are known, for the first time or anew: makes memory for them.
  private func setUpPictures() throws(VideoDeviceError) {
    if !slots.isEmpty {
      try turn(.pictures, false)
      (slots, queued, lent) = ([], [], [])
      _ = try asking("REQBUFS") { () throws(Errno) in try port.makePictureBuffers(0) }
    }
    (isChanging, isBehindLast) = (false, false)
    let layout = try chooseFormat()
    isInterlaced = layout.isInterlaced
    guard let stated = PictureLayouts.stated(layout, visible: port.visiblePart()) else {
      throw .badLayout(path: port.path)
    }
    let count = try makeBuffers()
    var made: [PictureSlot] = []
    for index in 0..<count {
      let memory = try asking("EXPBUF") { () throws(Errno) in
        try port.exportPicture(index, pieces: layout.pieces.count)
      }
      guard zip(memory, layout.pieces).allSatisfy({ $0.byteCount >= $1.byteCount }) else {
        throw .badLayout(path: port.path)
      }
      made.append(PictureSlot(memory, stated, index: index))
    }
    slots = made
    try turn(.pictures, true)
    try queueFree()
    if drain == .wanted { try askForDrain() }
  }

  private func chooseFormat() throws(VideoDeviceError) -> DecodedLayout {
    let layout = try asking("G_FMT") { () throws(Errno) in try port.pictureLayout() }
    let choice = PictureLayouts.choice(
      among: port.pictureFormats(), inForce: layout.code)
    guard let choice else { throw .noPictureFormat(path: port.path) }
    if choice == layout.code { return layout }
    return try asking("S_FMT") { () throws(Errno) in
      try port.setPictureFormat(choice, size: layout.size)
    }
  }

  /// As many as are wanted, or as there is memory for.
  private func makeBuffers() throws(VideoDeviceError) -> Int {
    let least = max(port.leastPictures(), 1)
    var lent = max(stream.lent, Self.leastLent)
    while true {
      do throws(Errno) {
        return try port.makePictureBuffers(least + lent)
      } catch .noMemory where lent > Self.leastLent {
        lent -= 1
      } catch {
        throw .call("REQBUFS", path: port.path, error)
      }
    }
  }
}

internal import VitrineLinux
internal import VitrinePictures

/// The pictures of a session: buffers of one size, some queued in the device and some lent. Bound
/// to the session's thread.
struct PictureQueue {
  enum Next {
    case picture(DevicePicture)
    /// The picture of the packet with this token could not be decoded completely.
    case damaged(UInt64)
  }

  private let port: any DecoderPort
  private let returns: SlotReturns
  /// By their index.
  private var slots: [PictureSlot] = []
  private var queued: Set<Int> = []
  private var lent: Set<Int> = []
  private var isInterlaced = false
  /// The number that the device needs itself.
  private var least = 1
  /// Whether the device has to be restarted, or these buffers reallocated, before it continues.
  private(set) var isBehindLast = false

  /// The fewest to request in addition to the device's: one on screen, one being replaced, one
  /// being written.
  private static let leastLent = 3
  /// The fewest that work, if a device has no more: it decodes the next picture after one has left
  /// the screen.
  private static let fewestLent = 2

  init(_ port: any DecoderPort, _ returns: SlotReturns) {
    self.port = port
    self.returns = returns
  }

  var isEmpty: Bool { slots.isEmpty }
  /// Whether the device has buffers to fill.
  var hasQueued: Bool { !queued.isEmpty }
  /// Whether the device has enough buffers to continue: otherwise the screen has to return some.
  var suffices: Bool { queued.count >= least }

  /// Queues the buffers that the screen has returned.
  mutating func requeueReturned() throws(VideoDeviceError) {
    for slot in returns.drain() {
      // Buffers from before a format change are only freed.
      guard slots.indices.contains(slot.index), slots[slot.index] === slot else { continue }
      lent.remove(slot.index)
      // After the last picture, they wait for a restart or a change.
      if !isBehindLast { try queue(slot.index) }
    }
  }

  private mutating func queue(_ index: Int) throws(VideoDeviceError) {
    try port.call("QBUF") { () throws(Errno) in
      try port.queue(.pictures, index, count: 0, token: 0)
    }
    queued.insert(index)
  }

  private mutating func queueFree() throws(VideoDeviceError) {
    for index in slots.indices where !lent.contains(index) && !queued.contains(index) {
      try queue(index)
    }
  }

  /// Returns nil if there is none yet, and after the last.
  mutating func next() throws(VideoDeviceError) -> Next? {
    while !isBehindLast, !isEmpty {
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
      guard done.isEmpty || done.isDamaged else {
        lent.insert(done.index)
        return .picture(
          DevicePicture(slots[done.index], done.token, isInterlaced: isInterlaced, to: returns))
      }
      if !isBehindLast { try queue(done.index) }
      // An empty last buffer is not a picture.
      if done.isDamaged, !done.isEmpty || !done.isLast { return .damaged(done.token) }
    }
    return nil
  }

  /// Allocates and queues buffers, including `lent` for use elsewhere.
  mutating func make(lent: Int) throws(VideoDeviceError) {
    let layout = try chooseFormat()
    isInterlaced = layout.isInterlaced
    guard let stated = PictureLayouts.stated(layout, visible: port.visiblePart()) else {
      throw .badLayout(path: port.path)
    }
    least = max(port.leastPictures(), 1)
    for index in 0..<(try makeBuffers(lent: max(lent, Self.leastLent))) {
      let memory = try port.call("EXPBUF") { () throws(Errno) in
        try port.exportPicture(index, pieces: layout.pieces.count)
      }
      guard zip(memory, layout.pieces).allSatisfy({ $0.byteCount >= $1.byteCount }) else {
        throw .badLayout(path: port.path)
      }
      slots.append(PictureSlot(memory, stated, index: index))
    }
    try queueFree()
    try port.turn(.pictures, true)
  }

  private func chooseFormat() throws(VideoDeviceError) -> DecodedLayout {
    let layout = try port.call("G_FMT") { () throws(Errno) in try port.pictureLayout() }
    let choice = PictureLayouts.choice(
      among: port.pictureFormats(), inForce: layout.code)
    guard let choice else { throw .noPictureFormat(path: port.path) }
    if choice == layout.code { return layout }
    return try port.call("S_FMT") { () throws(Errno) in
      try port.setPictureFormat(choice, size: layout.size)
    }
  }

  /// Allocates the requested number, or fewer if memory is short. Drivers have their own limits,
  /// too, and then allocate fewer.
  private func makeBuffers(lent: Int) throws(VideoDeviceError) -> Int {
    var (lent, made) = (lent, 0)
    while true {
      do throws(Errno) {
        made = try port.makePictureBuffers(least + lent)
        break
      } catch .noMemory where lent > Self.leastLent {
        lent -= 1
      } catch {
        throw .call("REQBUFS", path: port.path, error)
      }
    }
    guard made >= least + Self.fewestLent else { throw .fewPictures(made, path: port.path) }
    return made
  }

  /// Releases all buffers before others are allocated. Lent ones stay valid until they are
  /// released.
  mutating func drop() throws(VideoDeviceError) {
    guard !isEmpty else { return }
    try port.turn(.pictures, false)
    (slots, queued, lent, isBehindLast) = ([], [], [], false)
    _ = try port.call("REQBUFS") { () throws(Errno) in try port.makePictureBuffers(0) }
  }

  /// Discards pictures that were not received, and queues all buffers that are not lent.
  mutating func restart() throws(VideoDeviceError) {
    guard !isEmpty else { return }
    try port.turn(.pictures, false)
    (queued, isBehindLast) = ([], false)
    try queueFree()
    try port.turn(.pictures, true)
  }

  /// Restarts the device after the last picture.
  mutating func resume() throws(VideoDeviceError) {
    isBehindLast = false
    try port.call("DECODER_CMD") { () throws(Errno) in try port.start() }
    // The buffer of the last picture.
    try queueFree()
  }
}

extension DecoderPort {
  func call<Value>(
    _ name: String, _ body: () throws(Errno) -> Value
  ) throws(VideoDeviceError) -> Value {
    do throws(Errno) {
      return try body()
    } catch {
      throw .call(name, path: path, error)
    }
  }

  func turn(_ side: DecoderSide, _ isOn: Bool) throws(VideoDeviceError) {
    try call(isOn ? "STREAMON" : "STREAMOFF") { () throws(Errno) in try stream(side, isOn) }
  }
}

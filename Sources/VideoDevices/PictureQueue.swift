internal import VitrineLinux
internal import VitrinePictures

/// The pictures' side of a session: buffers of one size, which of them the device has, and which are lent.
/// Bound to the session's thread.
struct PictureQueue {
  enum Next {
    case picture(DevicePicture)
    /// Could not be decoded whole; of the packet with this token.
    case damaged(UInt64)
  }

  private let port: any DecoderPort
  private let returns: SlotReturns
  /// By their index.
  private var slots: [PictureSlot] = []
  private var queued: Set<Int> = []
  private var lent: Set<Int> = []
  private var isInterlaced = false
  /// How many the device keeps for itself.
  private var least = 1
  /// Nothing follows before the device is started again, or these buffers are made anew.
  private(set) var isBehindLast = false

  /// Fewer are not asked for beside its own: one on screen, one leaving, one written.
  private static let leastLent = 3
  /// With so few a decoder that has no more still goes on: when one has left the screen, the next is made.
  private static let fewestLent = 2

  init(_ port: any DecoderPort, _ returns: SlotReturns) {
    (self.port, self.returns) = (port, returns)
  }

  var isEmpty: Bool { slots.isEmpty }
  /// Whether the device has any to fill.
  var hasQueued: Bool { !queued.isEmpty }
  /// Whether it has enough to go on with: of the others it is for the screen to give them back.
  var suffices: Bool { queued.count >= least }

  /// Gives back what was on screen.
  mutating func takeBack() throws(VideoDeviceError) {
    for slot in returns.take() {
      // Those of a size before are only freed.
      guard slots.indices.contains(slot.index), slots[slot.index] === slot else { continue }
      lent.remove(slot.index)
      // Behind the last one they wait for what comes next.
      if !isBehindLast { try queue(slot.index) }
    }
  }

  private mutating func queue(_ index: Int) throws(VideoDeviceError) {
    try port.asking("QBUF") { () throws(Errno) in
      try port.queue(.pictures, index, count: 0, token: 0)
    }
    queued.insert(index)
  }

  private mutating func queueFree() throws(VideoDeviceError) {
    for index in slots.indices where !lent.contains(index) && !queued.contains(index) {
      try queue(index)
    }
  }

  /// Nil where there is none yet, and behind the last.
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
      // An empty last one is no picture.
      if done.isDamaged, !done.isEmpty || !done.isLast { return .damaged(done.token) }
    }
    return nil
  }

  /// Makes memory for the pictures that follow, `lent` of them for use elsewhere, and has them filled.
  mutating func make(lent: Int) throws(VideoDeviceError) {
    let layout = try chooseFormat()
    isInterlaced = layout.isInterlaced
    guard let stated = PictureLayouts.stated(layout, visible: port.visiblePart()) else {
      throw .badLayout(path: port.path)
    }
    least = max(port.leastPictures(), 1)
    for index in 0..<(try makeBuffers(lent: max(lent, Self.leastLent))) {
      let memory = try port.asking("EXPBUF") { () throws(Errno) in
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
    let layout = try port.asking("G_FMT") { () throws(Errno) in try port.pictureLayout() }
    let choice = PictureLayouts.choice(
      among: port.pictureFormats(), inForce: layout.code)
    guard let choice else { throw .noPictureFormat(path: port.path) }
    if choice == layout.code { return layout }
    return try port.asking("S_FMT") { () throws(Errno) in
      try port.setPictureFormat(choice, size: layout.size)
    }
  }

  /// As many as are wanted, or as there is memory for. Drivers have limits of their own, too, and give
  /// fewer then.
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

  /// Lets go of all, for others in their place. Those that are lent live on where they are used.
  mutating func drop() throws(VideoDeviceError) {
    guard !isEmpty else { return }
    try port.turn(.pictures, false)
    (slots, queued, lent, isBehindLast) = ([], [], [], false)
    _ = try port.asking("REQBUFS") { () throws(Errno) in try port.makePictureBuffers(0) }
  }

  /// What was made and not taken is of no use: all that are not lent are filled anew.
  mutating func restart() throws(VideoDeviceError) {
    guard !isEmpty else { return }
    try port.turn(.pictures, false)
    (queued, isBehindLast) = ([], false)
    try queueFree()
    try port.turn(.pictures, true)
  }

  /// Goes on behind the last one.
  mutating func resume() throws(VideoDeviceError) {
    isBehindLast = false
    try port.asking("DECODER_CMD") { () throws(Errno) in try port.start() }
    // What the last one lay in.
    try queueFree()
  }
}

extension DecoderPort {
  func asking<Answer>(
    _ call: String, _ body: () throws(Errno) -> Answer
  ) throws(VideoDeviceError) -> Answer {
    do throws(Errno) {
      return try body()
    } catch {
      throw .call(call, path: path, error)
    }
  }

  func turn(_ side: DecoderSide, _ isOn: Bool) throws(VideoDeviceError) {
    try asking(isOn ? "STREAMON" : "STREAMOFF") { () throws(Errno) in try stream(side, isOn) }
  }
}

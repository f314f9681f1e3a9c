internal import VitrineLinux
internal import VitrinePictures

/// The packets of a session: buffers of one size, free or queued in the device. Bound to the
/// session's thread.
struct PacketQueue {
  private let port: any DecoderPort
  /// The size of each buffer, in bytes.
  private let room: Int
  private let count: Int
  private var free: [Int]

  /// Enough to keep the decoder busy while the next packet is read.
  private static let wantedCount = 6

  /// Allocates the buffers and prepares the device for packets.
  init(_ port: any DecoderPort, _ stream: CodedStream) throws(VideoDeviceError) {
    self.port = port
    let wanted = max(1 << 20, stream.size.width * stream.size.height * 3 / 4)
    room = try port.call("S_FMT") { () throws(Errno) in
      try port.setCoded(
        stream.format, size: port.quirks.trustsSetSize ? PixelSize(0, 0) : stream.size,
        room: min(wanted, 16 << 20))
    }
    count = try port.call("REQBUFS") { () throws(Errno) in
      try port.makeCodedBuffers(Self.wantedCount)
    }
    free = Array(0..<count)
    try start()
  }

  var hasFree: Bool { !free.isEmpty }
  /// Whether the device has packets that it has not returned.
  var hasQueued: Bool { free.count < count }

  /// Queues a packet. Returns false if no buffer is free.
  mutating func queue(
    _ bytes: UnsafeRawBufferPointer, token: UInt64
  ) throws(VideoDeviceError) -> Bool {
    guard let index = free.last else { return false }
    guard bytes.count <= room else { throw .packetTooLarge(bytes.count, room: room) }
    unsafe port.fill(index, with: bytes)
    try port.call("QBUF") { () throws(Errno) in
      try port.queue(.coded, index, count: bytes.count, token: token)
    }
    free.removeLast()
    return true
  }

  /// Collects the buffers that the device has returned. Returns false if there were none.
  mutating func reclaim() throws(VideoDeviceError) -> Bool {
    let before = free.count
    while hasQueued,
      let done = try port.call("DQBUF", { () throws(Errno) in try port.dequeue(.coded) })
    {
      free.append(done.index)
    }
    return free.count > before
  }

  func start() throws(VideoDeviceError) { try port.turn(.coded, true) }

  /// Discards the queued packets.
  mutating func stop() throws(VideoDeviceError) {
    try port.turn(.coded, false)
    free = Array(0..<count)
  }
}

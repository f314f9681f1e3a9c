import VitrineLinux
import VitrineVideoDevices

/// The packets of a fake decoder.
struct FakePackets {
  /// The first byte of the packet in each buffer.
  private var kinds: [Int: UInt8] = [:]
  private var queued: [(index: Int, token: UInt64)] = []
  private var done: [DequeuedBuffer] = []

  var isEmpty: Bool { queued.isEmpty }
  /// The kind of the next packet.
  var next: UInt8? { queued.first.flatMap { kinds[$0.index] } }

  mutating func fill(_ index: Int, with bytes: UnsafeRawBufferPointer) {
    kinds[index] = bytes.first
  }

  mutating func queue(_ index: Int, token: UInt64) { queued.append((index, token)) }

  /// Returns the buffer of the next packet, and its token.
  @discardableResult
  mutating func complete() -> UInt64 {
    let next = queued.removeFirst()
    done.append(.init(index: next.index, token: next.token))
    return next.token
  }

  mutating func dequeue() -> DequeuedBuffer? { done.isEmpty ? nil : done.removeFirst() }

  /// Loses the packets that are not decoded, with their buffers.
  mutating func discard() { queued = [] }

  mutating func removeAll() { (queued, done) = ([], []) }
}

/// The pictures of a fake decoder.
struct FakePictures {
  /// Buffers to decode into, in the order in which they were queued.
  private(set) var free: [Int] = []
  /// The number of pictures decoded, and how many of them were read.
  private(set) var decoded = 0
  private(set) var readCount = 0
  private var done: [DequeuedBuffer] = []
  /// Whether the last picture was read.
  private var isBehindLast = false

  mutating func queue(_ index: Int) { free.append(index) }

  /// Decodes into the buffer at this place among the free ones, which it returns.
  mutating func decode(into place: Int, token: UInt64, isDamaged: Bool) -> Int {
    let index = free.remove(at: place)
    done.append(.init(index: index, token: token, isDamaged: isDamaged))
    decoded += 1
    return index
  }

  /// Marks the end with an empty picture. Returns false without a buffer for it.
  mutating func finish() -> Bool {
    guard !free.isEmpty else { return false }
    done.append(.init(index: free.removeFirst(), token: 0, isEmpty: true, isLast: true))
    return true
  }

  mutating func dequeue() throws(Errno) -> DequeuedBuffer? {
    if isBehindLast { throw .brokenPipe }
    guard !done.isEmpty else { return nil }
    let next = done.removeFirst()
    isBehindLast = next.isLast
    if !next.isEmpty { readCount += 1 }
    return next
  }

  /// Continues after the last picture.
  mutating func resume() { isBehindLast = false }

  mutating func removeAll() { (free, done, isBehindLast) = ([], [], false) }
}

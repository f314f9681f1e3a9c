/// One message between the player and a decoder in a process of its own: what it is, numbers, and bytes.
/// A value.
///
/// On the socket: four words of 32 bits (the kind, how many numbers, how many bytes, 0), the numbers, each
/// of 64 bits, and the bytes. All are as the machine has them: both ends are on the same.
struct DecoderMessage: Hashable, Sendable {
  var kind: UInt32
  var numbers: [UInt64] = []
  var bytes: [UInt8] = []

  static let headCount = 16
  /// A layout of four planes is the longest.
  static let mostNumbers = 32

  /// Writes it behind what is in `buffer`.
  func write(to buffer: inout [UInt8]) {
    Self.writeHead(kind, numbers, byteCount: bytes.count, to: &buffer)
    buffer += bytes
  }

  /// Writes all of a message but its bytes, so that what is large is copied once.
  static func writeHead(
    _ kind: UInt32, _ numbers: [UInt64], byteCount: Int, to buffer: inout [UInt8]
  ) {
    for word in [kind, UInt32(numbers.count), UInt32(byteCount), 0] {
      unsafe withUnsafeBytes(of: word) { unsafe buffer += $0 }
    }
    for number in numbers { unsafe withUnsafeBytes(of: number) { unsafe buffer += $0 } }
  }
}

/// Bytes of a socket as messages. A value.
struct DecoderMessages {
  private var bytes: [UInt8] = []
  private var place = 0
  /// Of the bytes of one message: more are not waited for.
  private let most: Int

  /// The other side does not keep to what was agreed.
  struct Garbled: Error {}

  init(most: Int) { self.most = most }

  mutating func append(_ more: some Collection<UInt8>) {
    // What was read goes, once it is most of what there is.
    if place > 1 << 16, place * 2 > bytes.count {
      bytes.removeFirst(place)
      place = 0
    }
    bytes += more
  }

  /// The next that is there whole; nil where there is none.
  mutating func next() throws(Garbled) -> DecoderMessage? {
    guard bytes.count - place >= DecoderMessage.headCount else { return nil }
    let (kind, numberCount, byteCount) = (word(0), Int(word(1)), Int(word(2)))
    guard numberCount <= DecoderMessage.mostNumbers, byteCount <= most else { throw Garbled() }
    let start = place + DecoderMessage.headCount
    let middle = start + numberCount * 8
    guard bytes.count >= middle + byteCount else { return nil }
    defer {
      place = middle + byteCount
      if place == bytes.count {
        bytes.removeAll(keepingCapacity: bytes.count < 1 << 20)
        place = 0
      }
    }
    let numbers = (0..<numberCount).map { load(UInt64.self, at: start + $0 * 8) }
    return DecoderMessage(
      kind: kind, numbers: numbers, bytes: Array(bytes[middle..<middle + byteCount]))
  }

  private func word(_ index: Int) -> UInt32 { load(UInt32.self, at: place + index * 4) }

  private func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _: Number.Type, at offset: Int
  ) -> Number {
    unsafe bytes.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: offset, as: Number.self)
    }
  }
}

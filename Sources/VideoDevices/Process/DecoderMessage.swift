/// A message between the player and a decoder process: a kind, numbers and bytes.
///
/// Its encoding has four 32-bit words (the kind, the number of numbers, the number of bytes, 0),
/// the 64-bit numbers, and the bytes, in host byte order: both ends are on the same machine.
struct DecoderMessage: Hashable, Sendable {
  var kind: UInt32
  var numbers: [UInt64] = []
  var bytes: [UInt8] = []

  static let headCount = 16
  /// A layout of four planes has the most numbers.
  static let mostNumbers = 32

  /// Appends the message to `buffer`.
  func write(to buffer: inout [UInt8]) {
    Self.writeHead(kind, numbers, byteCount: bytes.count, to: &buffer)
    buffer += bytes
  }

  /// Appends the message without its bytes, so that large ones are copied only once.
  static func writeHead(
    _ kind: UInt32, _ numbers: [UInt64], byteCount: Int, to buffer: inout [UInt8]
  ) {
    for word in [kind, UInt32(numbers.count), UInt32(byteCount), 0] {
      unsafe withUnsafeBytes(of: word) { unsafe buffer += $0 }
    }
    for number in numbers { unsafe withUnsafeBytes(of: number) { unsafe buffer += $0 } }
  }
}

/// A parser of messages from a socket.
struct DecoderMessageParser {
  private var bytes: [UInt8] = []
  private var offset = 0
  /// The most bytes in a message.
  private let most: Int

  /// The peer violates the protocol.
  struct InvalidMessage: Error {}

  init(most: Int) { self.most = most }

  mutating func append(_ more: some Collection<UInt8>) {
    // Removes the parsed bytes once they are the larger part.
    if offset > 1 << 16, offset * 2 > bytes.count {
      bytes.removeFirst(offset)
      offset = 0
    }
    bytes += more
  }

  /// Returns the next complete message, if there is one.
  mutating func next() throws(InvalidMessage) -> DecoderMessage? {
    guard bytes.count - offset >= DecoderMessage.headCount else { return nil }
    let (kind, numberCount, byteCount) = (word(0), Int(word(1)), Int(word(2)))
    guard numberCount <= DecoderMessage.mostNumbers, byteCount <= most else {
      throw InvalidMessage()
    }
    let start = offset + DecoderMessage.headCount
    let middle = start + numberCount * 8
    guard bytes.count >= middle + byteCount else { return nil }
    defer {
      offset = middle + byteCount
      if offset == bytes.count {
        bytes.removeAll(keepingCapacity: bytes.count < 1 << 20)
        offset = 0
      }
    }
    let numbers = (0..<numberCount).map { load(UInt64.self, at: start + $0 * 8) }
    return DecoderMessage(
      kind: kind, numbers: numbers, bytes: Array(bytes[middle..<middle + byteCount]))
  }

  private func word(_ index: Int) -> UInt32 { load(UInt32.self, at: offset + index * 4) }

  private func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _: Number.Type, at offset: Int
  ) -> Number {
    unsafe bytes.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: offset, as: Number.self)
    }
  }
}

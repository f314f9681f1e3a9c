package import VitrinePictures

/// A message from the player to a decoder process.
package enum DecoderCommand: Hashable, Sendable {
  /// The first message: the device and the stream.
  case open(path: String, codec: String, size: PixelSize, lent: Int)
  /// A packet, with start codes if its codec has them.
  case packet(token: UInt64, bytes: [UInt8])
  /// Finish all packets, and then report the end of this `finish`.
  case finish(number: UInt64)
  /// Discard all packets; those after a seek follow.
  case flush
  /// The player has released a picture.
  case release(buffer: UInt64)

  /// The maximum size of a packet or any other message.
  package static let mostBytes = 64 << 20

  private static let (openKind, packetKind, finishKind, flushKind, releaseKind) =
    (UInt32(1), UInt32(2), UInt32(3), UInt32(4), UInt32(5))

  var message: DecoderMessage {
    switch self {
    case .open(let path, let codec, let size, let lent):
      DecoderMessage(
        kind: Self.openKind,
        numbers: [UInt64(max(size.width, 0)), UInt64(max(size.height, 0)), UInt64(max(lent, 0))],
        bytes: Array("\(codec) \(path)".utf8))
    case .packet(let token, let bytes):
      DecoderMessage(kind: Self.packetKind, numbers: [token], bytes: bytes)
    case .finish(let number): DecoderMessage(kind: Self.finishKind, numbers: [number])
    case .flush: DecoderMessage(kind: Self.flushKind)
    case .release(let buffer): DecoderMessage(kind: Self.releaseKind, numbers: [buffer])
    }
  }

  /// Writes a packet, copying its bytes only once.
  static func writePacket(
    _ packet: UnsafeRawBufferPointer, token: UInt64, to buffer: inout [UInt8]
  ) {
    DecoderMessage.writeHead(packetKind, [token], byteCount: packet.count, to: &buffer)
    unsafe buffer.append(contentsOf: packet)
  }

  /// Returns nil if the message is invalid.
  init?(_ message: DecoderMessage) {
    let numbers = message.numbers
    switch (message.kind, numbers.count) {
    case (Self.openKind, 3):
      let words = message.bytes.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard words.count == 2, numbers.allSatisfy({ $0 < 1 << 20 }) else { return nil }
      self = .open(
        path: String(decoding: words[1], as: UTF8.self),
        codec: String(decoding: words[0], as: UTF8.self),
        size: PixelSize(Int(numbers[0]), Int(numbers[1])), lent: Int(numbers[2]))
    case (Self.packetKind, 1): self = .packet(token: numbers[0], bytes: message.bytes)
    case (Self.finishKind, 1): self = .finish(number: numbers[0])
    case (Self.flushKind, 0): self = .flush
    case (Self.releaseKind, 1): self = .release(buffer: numbers[0])
    default: return nil
    }
  }
}

package import VitrinePictures

/// A message from a decoder process to the player.
package enum DecoderReport: Hashable, Sendable {
  /// The decoder is open.
  case ready
  /// A packet was accepted, and there is room for another.
  case accepted(token: UInt64)
  /// A piece of a buffer's memory, in order; its dma-buf comes with the message.
  case memory(buffer: UInt64)
  /// The layout of pictures in a buffer, after its pieces.
  case layout(buffer: UInt64, Layout)
  /// A buffer with the picture of a packet, which the player may use until it releases it.
  case picture(buffer: UInt64, token: UInt64, isInterlaced: Bool)
  /// The picture of a packet could not be decoded completely.
  case damaged(token: UInt64)
  /// The following pictures use other buffers.
  case renewed
  /// All packets before this `finish` have been decoded.
  case ended(number: UInt64)
  /// The decoder has failed.
  case failed(String, DecoderRefusal)

  package struct Layout: Hashable, Sendable {
    package var format: PixelFormat
    package var size: PixelSize
    package var planes: [DMABufferLayout.Plane]

    package init(format: PixelFormat, size: PixelSize, planes: [DMABufferLayout.Plane]) {
      self.format = format
      self.size = size
      self.planes = planes
    }
  }

  /// The most bytes in a report.
  static let mostBytes = 4096

  private enum Kind: UInt32 {
    case ready = 1
    case accepted, memory, layout, picture, damaged, renewed, ended, failed
  }

  var message: DecoderMessage {
    switch self {
    case .ready: Self.message(.ready)
    case .accepted(let token): Self.message(.accepted, token)
    case .memory(let buffer): Self.message(.memory, buffer)
    case .layout(let buffer, let layout): Self.message(buffer, layout)
    case .picture(let buffer, let token, let isInterlaced):
      Self.message(.picture, buffer, token, isInterlaced ? 1 : 0)
    case .damaged(let token): Self.message(.damaged, token)
    case .renewed: Self.message(.renewed)
    case .ended(let number): Self.message(.ended, number)
    case .failed(let text, let refusal):
      DecoderMessage(
        kind: Kind.failed.rawValue, numbers: [refusal.rawValue],
        bytes: Array(text.utf8.prefix(Self.mostBytes)))
    }
  }

  private static func message(_ kind: Kind, _ numbers: UInt64...) -> DecoderMessage {
    DecoderMessage(kind: kind.rawValue, numbers: numbers)
  }

  private static func message(_ buffer: UInt64, _ layout: Layout) -> DecoderMessage {
    let head = [
      buffer, UInt64(layout.format.rawValue), UInt64(layout.size.width), UInt64(layout.size.height),
    ]
    let planes = layout.planes.flatMap {
      [UInt64($0.object), UInt64($0.offset), UInt64($0.pitch)]
    }
    return DecoderMessage(kind: Kind.layout.rawValue, numbers: head + planes)
  }

  /// Returns nil if the message is invalid.
  init?(_ message: DecoderMessage) {
    let numbers = message.numbers
    switch (Kind(rawValue: message.kind), numbers.count) {
    case (.ready, 0): self = .ready
    case (.accepted, 1): self = .accepted(token: numbers[0])
    case (.memory, 1): self = .memory(buffer: numbers[0])
    case (.layout, 5...):
      guard let layout = Layout(numbers.dropFirst()) else { return nil }
      self = .layout(buffer: numbers[0], layout)
    case (.picture, 3):
      self = .picture(buffer: numbers[0], token: numbers[1], isInterlaced: numbers[2] != 0)
    case (.damaged, 1): self = .damaged(token: numbers[0])
    case (.renewed, 0): self = .renewed
    case (.ended, 1): self = .ended(number: numbers[0])
    case (.failed, 1):
      guard let refusal = DecoderRefusal(rawValue: numbers[0]) else { return nil }
      self = .failed(String(decoding: message.bytes, as: UTF8.self), refusal)
    default: return nil
    }
  }
}

/// The scope of a decoder process's refusal.
package enum DecoderRefusal: UInt64, Hashable, Sendable {
  /// All streams of this kind.
  case lasting
  /// All streams, until resources are released.
  case shortage
  /// This stream only.
  case film
}

extension DecoderReport.Layout {
  /// Returns nil if a number is too large to be valid.
  fileprivate init?(_ numbers: ArraySlice<UInt64>) {
    // A format code also fits: its characters have seven bits.
    guard numbers.count >= 6, numbers.count % 3 == 0, numbers.allSatisfy({ $0 <= Int32.max })
    else { return nil }
    let numbers = numbers.map(Int.init)
    format = PixelFormat(rawValue: UInt32(numbers[0]))
    size = PixelSize(numbers[1], numbers[2])
    planes = stride(from: 3, to: numbers.count, by: 3).map {
      .init(object: numbers[$0], offset: numbers[$0 + 1], pitch: numbers[$0 + 2])
    }
  }
}

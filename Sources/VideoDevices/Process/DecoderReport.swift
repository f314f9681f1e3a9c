public import VitrinePictures

/// What a decoder in a process of its own tells the player. A value.
public enum DecoderReport: Hashable, Sendable {
  /// It is open.
  case ready
  /// A packet has found its room.
  case taken(token: UInt64)
  /// One piece of a buffer's memory, in their order; its dma-buf comes with it.
  case memory(buffer: UInt64)
  /// How pictures lie in a buffer whose pieces have come.
  case layout(buffer: UInt64, Layout)
  /// A buffer holds the picture of a packet. It is the player's until it is released.
  case picture(buffer: UInt64, token: UInt64, isInterlaced: Bool)
  /// The picture of a packet could not be decoded whole.
  case damaged(token: UInt64)
  /// What follows lies in other buffers.
  case renewed
  /// All that was given before this `finish` has come out.
  case ended(number: UInt64)
  /// It decodes no more.
  case failed(String, DecoderRefusal)

  public struct Layout: Hashable, Sendable {
    public var format: PixelFormat
    public var size: PixelSize
    public var planes: [StatedLayout.Plane]

    public init(format: PixelFormat, size: PixelSize, planes: [StatedLayout.Plane]) {
      (self.format, self.size, self.planes) = (format, size, planes)
    }
  }

  /// Of the bytes of one.
  static let mostBytes = 4096

  private enum Kind: UInt32 {
    case ready = 1
    case taken, memory, layout, picture, damaged, renewed, ended, failed
  }

  var message: DecoderMessage {
    switch self {
    case .ready: Self.message(.ready)
    case .taken(let token): Self.message(.taken, token)
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

  /// Nil for what is none.
  init?(_ message: DecoderMessage) {
    let numbers = message.numbers
    switch (Kind(rawValue: message.kind), numbers.count) {
    case (.ready, 0): self = .ready
    case (.taken, 1): self = .taken(token: numbers[0])
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

/// What a decoder in a process of its own says no to.
public enum DecoderRefusal: UInt64, Hashable, Sendable {
  /// All streams of the kind.
  case lasting
  /// All, until what is in use is not any more.
  case shortage
  /// What this one does, and others need not.
  case film
}

extension DecoderReport.Layout {
  /// Nil where a number is larger than any that is right.
  fileprivate init?(_ numbers: ArraySlice<UInt64>) {
    // Characters of a format's code have seven bits: it fits, too.
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

internal import VitrinePictures
internal import VitrineTiming

/// A decoder for one service of CEA-708. It has the text of all visible windows in one event for each change.
struct DTVCCDecoder {
  private let service: Int
  private let grid: DTVCCGrid
  private var packets = DTVCCPackets()
  private var state = DTVCCService()
  private var shown: [String] = []
  private var count = 0

  /// `picture` has the shape of the video, which the grid of positions depends on.
  init(service: Int, picture: PixelSize?) {
    self.service = service
    grid = DTVCCGrid(picture)
  }

  /// Decodes the captions of a frame, three bytes for each pair.
  mutating func decode(_ captions: [UInt8], at time: MediaTime) -> [SubtitleEvent] {
    var events: [SubtitleEvent] = []
    while let resumption = state.resumption, resumption <= time {
      state.resume()
      events += change(at: resumption)
    }
    let readings = packets.receive(captions)
    if readings.isEmpty { return events }
    for reading in readings {
      switch reading {
      case .block(let number, let bytes) where number == service: state.receive(bytes, at: time)
      case .block: break
      case .loss: state.recover()
      }
    }
    return events + change(at: time)
  }

  mutating func flush() {
    (packets, state, shown) = (DTVCCPackets(), DTVCCService(), [])
  }

  /// Returns the text from now on, if it is another one.
  private mutating func change(at time: MediaTime) -> [SubtitleEvent] {
    let texts = state.windows.compactMap { $0.flatMap(grid.line) }
    guard texts != shown else { return [] }
    shown = texts
    let lines = texts.map { text in
      defer { count += 1 }
      return Array("\(count),\(text)".utf8)
    }
    return [SubtitleEvent(start: time, end: nil, content: .captions(lines))]
  }
}

/// Puts the packets of CEA-708 together from the captions of a video's frames, and splits them into the blocks of its
/// services (CTA-708-E, sections 5 and 6).
struct DTVCCPackets {
  enum Reading: Hashable {
    case block(service: Int, ArraySlice<UInt8>)
    /// A packet is missing.
    case loss
  }

  /// The packet so far, with its header.
  private var packet: [UInt8] = []
  private var sequence: UInt8?

  private static let largest = 128

  /// Receives the captions of a frame: three bytes for each pair.
  mutating func receive(_ captions: [UInt8]) -> [Reading] {
    var readings: [Reading] = []
    for place in stride(from: 0, to: captions.count - 2, by: 3) {
      let (head, pair) = (captions[place], captions[(place + 1)...(place + 2)])
      let isValid = head & 0b100 != 0
      switch head & 0b11 {
      case 3 where isValid:
        // A packet that was cut off may have complete blocks.
        readings += split()
        let number = captions[place + 1] >> 6
        if let sequence, !follows(number, sequence) { readings.append(.loss) }
        sequence = number
        packet += pair
      case 2 where isValid && !packet.isEmpty: packet += pair
      default: continue
      }
      if packet.count >= size { readings += split() }
    }
    return readings
  }

  /// Some encoders do not count.
  private func follows(_ number: UInt8, _ last: UInt8) -> Bool {
    number == (last + 1) & 3 || number == last
  }

  /// The size of the packet according to its header.
  private var size: Int {
    guard let code = packet.first.map({ Int($0 & 0x3F) }) else { return 0 }
    return code == 0 ? Self.largest : 2 * code
  }

  /// Returns the blocks of a packet whose rest is in later frames; the last may be cut off.
  mutating func end() -> [Reading] { split(keepingLast: true) }

  /// Ends the packet, and returns its blocks that are complete.
  private mutating func split(keepingLast: Bool = false) -> [Reading] {
    defer { packet.removeAll(keepingCapacity: true) }
    var (readings, rest) = ([Reading](), packet.prefix(size).dropFirst())
    while let header = rest.popFirst() {
      var service = Int(header >> 5)
      let count = Int(header & 0x1F)
      // The rest is padding.
      if service == 0 { break }
      if service == 7, count > 0 {
        guard let number = rest.popFirst() else { break }
        service = Int(number & 0x3F)
      }
      guard rest.count >= count || keepingLast else { break }
      if count > 0, service > 0 { readings.append(.block(service: service, rest.prefix(count))) }
      rest = rest.dropFirst(count)
    }
    return readings
  }
}

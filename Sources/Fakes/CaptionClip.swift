/// Adds captions to an H.264 elementary stream: a message of user data (ATSC A/53, part 4) before each picture.
package enum CaptionClip {
  /// A text that is on screen between two frames.
  package struct Caption: Sendable {
    let text: String
    let frames: Range<Int>
    let service: Int?

    /// CEA-608, or a service of CEA-708.
    package init(text: String, frames: Range<Int>, service: Int? = nil) {
      self.text = text
      self.frames = frames
      self.service = service
    }
  }

  /// The byte pairs of the first field, one for each frame: pop-on captions in row 15.
  private static func pairs(_ captions: [Caption], frames: Int) -> [(UInt8, UInt8)] {
    var pairs = Array(repeating: (UInt8(0), UInt8(0)), count: frames)
    func put(_ codes: [(UInt8, UInt8)], endingAt last: Int) {
      for (place, code) in codes.enumerated() { pairs[last - codes.count + 1 + place] = code }
    }
    for caption in captions {
      var letters = Array(caption.text.utf8)
      if letters.count % 2 == 1 { letters.append(0) }
      let text = stride(from: 0, to: letters.count, by: 2).map { (letters[$0], letters[$0 + 1]) }
      // Resume caption loading, erase the memory, row 15, the text, end of caption.
      let codes: [(UInt8, UInt8)] =
        [(0x14, 0x20), (0x14, 0x2E), (0x14, 0x70)] + text + [(0x14, 0x2F)]
      put(codes, endingAt: caption.frames.lowerBound)
      // Erase the displayed memory.
      put([(0x14, 0x2C)], endingAt: caption.frames.upperBound)
    }
    return pairs
  }

  /// The triplets of CEA-708, by frame: a window is written over two frames, shown at the third, and deleted at the last.
  private static func triplets(_ captions: [Caption], frames: Int) -> [[UInt8]] {
    var packets = Array(repeating: [UInt8](), count: frames)
    for caption in captions {
      let text = Array(caption.text.utf8)
      // A hidden window of one row, with its lower left corner in row 15.
      let define: [UInt8] = [0x98, 0x00, 74, 0, 0x60, UInt8(text.count - 1), 0x09]
      let first = caption.frames.lowerBound
      packets[first - 2] += block(caption.service, define)
      for place in stride(from: 0, to: text.count, by: 31) {
        packets[first - 2] += block(caption.service, text[place...].prefix(31))
      }
      packets[first] += block(caption.service, [0x89, 0x01])
      packets[caption.frames.upperBound] += block(caption.service, [0x8C, 0xFF])
    }
    var (triplets, number) = (Array(repeating: [UInt8](), count: frames), 0)
    for frame in 0..<frames where !packets[frame].isEmpty {
      var packet = [UInt8((number & 3) << 6 | (packets[frame].count + 2) / 2)] + packets[frame]
      if packet.count % 2 == 1 { packet.append(0) }
      number += 1
      let parts = stride(from: 0, to: packet.count, by: 2).map { place in
        [place == 0 ? 0xFF : 0xFE, packet[place], packet[place + 1]]
      }
      triplets[frame] += parts.prefix(8).joined()
      if parts.count > 8 { triplets[frame + 1] += parts.dropFirst(8).joined() }
    }
    return triplets
  }

  private static func block(_ service: Int?, _ bytes: some Collection<UInt8>) -> [UInt8] {
    [UInt8((service ?? 0) << 5 | bytes.count)] + bytes
  }

  /// Returns the stream with a message for each frame.
  package static func add(_ captions: [Caption], to stream: [UInt8], frames: Int) -> [UInt8] {
    let pairs = pairs(captions.filter { $0.service == nil }, frames: frames)
    let triplets = triplets(captions.filter { $0.service != nil }, frames: frames)
    var (result, frame) = ([UInt8](), 0)
    for unit in units(of: stream) {
      // A slice with the first macroblock begins a picture.
      let isPicture = [1, 5].contains(unit[0] & 31) && unit.count > 1 && unit[1] & 0x80 != 0
      if isPicture, frame < pairs.count {
        result += [0, 0, 0, 1] + message(pairs[frame], triplets[frame])
        frame += 1
      }
      result += [0, 0, 0, 1] + unit
    }
    return result
  }

  private static func units(of bytes: [UInt8]) -> [[UInt8]] {
    var (units, start, place) = ([[UInt8]](), -1, 0)
    while place + 3 <= bytes.count {
      if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1 {
        if start >= 0 { units.append(trimmed(bytes[start..<place])) }
        start = place + 3
        place += 3
      } else {
        place += 1
      }
    }
    if start >= 0 { units.append(Array(bytes[start...])) }
    return units
  }

  /// Without the zero byte of a long start code that follows.
  private static func trimmed(_ unit: ArraySlice<UInt8>) -> [UInt8] {
    Array(unit.last == 0 ? unit.dropLast() : unit)
  }

  private static func message(_ pair: (UInt8, UInt8), _ digital: [UInt8]) -> [UInt8] {
    let triplets = [0xFC, withParity(pair.0), withParity(pair.1)] + digital
    let count = UInt8(0x40 | triplets.count / 3)
    // Registered user data of ITU-T T.35: United States, ATSC, captions.
    let payload = [0xB5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03, count, 0xFF] + triplets + [0xFF]
    return [6, 4, UInt8(payload.count)] + payload + [0x80]
  }

  private static func withParity(_ byte: UInt8) -> UInt8 {
    byte.nonzeroBitCount % 2 == 1 ? byte : byte | 0x80
  }
}

/// Adds CEA-608 captions to an H.264 elementary stream: a message of user data (ATSC A/53, part 4) before each picture.
package enum CaptionClip {
  /// A text that is on screen between two frames.
  package struct Caption: Sendable {
    let text: String
    let frames: Range<Int>

    package init(text: String, frames: Range<Int>) {
      self.text = text
      self.frames = frames
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

  /// Returns the stream with a message for each frame.
  package static func add(_ captions: [Caption], to stream: [UInt8], frames: Int) -> [UInt8] {
    let pairs = pairs(captions, frames: frames)
    var (result, frame) = ([UInt8](), 0)
    for unit in units(of: stream) {
      // A slice with the first macroblock begins a picture.
      let isPicture = [1, 5].contains(unit[0] & 31) && unit.count > 1 && unit[1] & 0x80 != 0
      if isPicture, frame < pairs.count {
        result += [0, 0, 0, 1] + message(pairs[frame])
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

  private static func message(_ pair: (UInt8, UInt8)) -> [UInt8] {
    let triplet = [0xFC, withParity(pair.0), withParity(pair.1)]
    // Registered user data of ITU-T T.35: United States, ATSC, captions.
    let payload = [0xB5, 0x00, 0x31, 0x47, 0x41, 0x39, 0x34, 0x03, 0x41, 0xFF] + triplet + [0xFF]
    return [6, 4, UInt8(payload.count)] + payload + [0x80]
  }

  private static func withParity(_ byte: UInt8) -> UInt8 {
    byte.nonzeroBitCount % 2 == 1 ? byte : byte | 0x80
  }
}

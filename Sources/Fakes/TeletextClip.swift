/// Adds teletext (EN 300 706) to an MPEG transport stream of ffmpeg (EN 300 472).
package enum TeletextClip {
  /// A page in the stream's descriptor.
  package struct Page: Sendable {
    let number: Int
    let type: UInt8
    let language: String

    /// `number` has hexadecimal digits, such as 0x150; `type` is that of EN 300 468.
    package init(_ number: Int, type: UInt8, language: String) {
      (self.number, self.type, self.language) = (number, type, language)
    }
  }

  /// The text of a page from a time on, in seconds; without rows it erases the page.
  package struct Text: Sendable {
    let page: Int
    let time: Double
    let rows: [String]

    package init(_ page: Int, at time: Double, _ rows: [String]) {
      (self.page, self.time, self.rows) = (page, time, rows)
    }
  }

  private static let packetSize = 188
  private static let pid = 0x200

  /// Returns the stream with a descriptor of the pages, and the texts in order of their times.
  package static func add(_ pages: [Page], _ texts: [Text], to stream: [UInt8]) -> [UInt8] {
    var (result, rest, programMap, origin) = ([UInt8](), texts[...], -1, UInt64?.none)
    var counter = UInt8(0)
    for start in stride(from: 0, to: stream.count, by: packetSize) {
      let packet = Array(stream[start..<start + packetSize])
      let number = Int(packet[1] & 0x1F) << 8 | Int(packet[2])
      if number == 0 { programMap = Int(packet[15] & 0x1F) << 8 | Int(packet[16]) }
      if let time = time(of: packet) {
        let origin = origin ?? time
        while let text = rest.first, case let due = origin + UInt64(text.time * 90_000),
          due <= time
        {
          result += transport(elementary(text, at: due), &counter)
          rest.removeFirst()
        }
      }
      origin = origin ?? time(of: packet)
      result += number == programMap ? adding(pages, to: packet) : packet
    }
    return result
  }

  /// The presentation time of a video packet that begins a picture.
  private static func time(of packet: [UInt8]) -> UInt64? {
    guard packet[1] & 0x40 != 0 else { return nil }
    let body = packet[3] & 0x20 == 0 ? packet[4...] : packet[(5 + Int(packet[4]))...]
    let bytes = Array(body.prefix(14))
    guard bytes.starts(with: [0, 0, 1, 0xE0]), bytes[7] & 0x80 != 0 else { return nil }
    let stamp = bytes[9...].map(UInt64.init)
    return (stamp[0] >> 1 & 7) << 30 | stamp[1] << 22 | (stamp[2] >> 1) << 15 | stamp[3] << 7
      | stamp[4] >> 1
  }

  /// Adds a private stream with a descriptor of teletext to a program map in one packet.
  private static func adding(_ pages: [Page], to packet: [UInt8]) -> [UInt8] {
    let length = Int(packet[6] & 0x0F) << 8 | Int(packet[7])
    var section = Array(packet[5..<8 + length - 4])
    let entries = pages.flatMap { page in
      Array(page.language.utf8) + [
        page.type << 3 | UInt8(page.number >> 8 & 7), UInt8(page.number & 0xFF),
      ]
    }
    let descriptor = [0x56, UInt8(entries.count)] + entries
    section += [
      0x06, 0xE0 | UInt8(pid >> 8), UInt8(pid & 0xFF), 0xF0, UInt8(descriptor.count),
    ]
    section += descriptor
    section[2] = UInt8(section.count + 4 - 3)
    let sum = checksum(section)
    section += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
    let whole = Array(packet[..<5]) + section
    return whole + Array(repeating: 0xFF, count: packetSize - whole.count)
  }

  /// CRC-32 of MPEG.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0xFFFF_FFFF) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
        sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
      }
    }
  }

  private static func transport(_ bytes: [UInt8], _ counter: inout UInt8) -> [UInt8] {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: packetSize - 4) {
      result += [
        0x47, (start == 0 ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 0xFF), 0x10 | counter & 0x0F,
      ]
      result += bytes[start..<start + packetSize - 4]
      counter &+= 1
    }
    return result
  }

  /// A page, and the header that ends it, in one packet of the elementary stream.
  private static func elementary(_ text: Text, at time: UInt64) -> [UInt8] {
    var lines = [header(text.page)]
    for (place, row) in text.rows.enumerated() {
      lines.append(line(text.page, row: 23 - text.rows.count + place, boxed(row)))
    }
    lines.append(header(text.page | 0xFF))
    var data: [UInt8] = [0x10]
    for (place, line) in lines.enumerated() {
      // Lines from 7 on of the first field, with the framing code; the first bit sent is the highest.
      data += [0x03, 0x2C, 0xE0 | UInt8(7 + place), 0xE4] + line.map(reversed)
    }
    while (45 + data.count) % 184 != 0 {
      data += [0xFF, 0x2C] + Array(repeating: 0xFF, count: 44)
    }
    let stamp: [UInt8] = [
      0x21 | UInt8(time >> 29 & 0x0E), UInt8(time >> 22 & 0xFF), 1 | UInt8(time >> 14 & 0xFE),
      UInt8(time >> 7 & 0xFF), 1 | UInt8(time << 1 & 0xFE),
    ]
    let length = 39 + data.count
    return [0, 0, 1, 0xBD, UInt8(length >> 8), UInt8(length & 0xFF), 0x84, 0x80, 0x24] + stamp
      + Array(repeating: 0xFF, count: 31) + data
  }

  /// The header of a page of subtitles that erases its rows, in serial transmission.
  private static func header(_ page: Int) -> [UInt8] {
    let controls = [page & 0x0F, page >> 4 & 0x0F, 0, 8, 0, 8, 1, 1].map(protected)
    return line(page, row: 0, controls + Array(repeating: withParity(0x20), count: 32))
  }

  private static func line(_ page: Int, row: Int, _ bytes: [UInt8]) -> [UInt8] {
    [protected(page >> 8 & 7 | (row & 1) << 3), protected(row >> 1)] + bytes
  }

  /// A row with its text in a box, outside of which the page is transparent.
  private static func boxed(_ text: String) -> [UInt8] {
    let codes = [0x0B, 0x0B] + Array(text.utf8) + [0x0A, 0x0A]
    return (codes + Array(repeating: 0x20, count: 40 - codes.count)).map(withParity)
  }

  /// The Hamming code 8/4.
  private static func protected(_ value: Int) -> UInt8 {
    let codes: [UInt8] = [
      0x15, 0x02, 0x49, 0x5E, 0x64, 0x73, 0x38, 0x2F, 0xD0, 0xC7, 0x8C, 0x9B, 0xA1, 0xB6, 0xFD,
      0xEA,
    ]
    return codes[value]
  }

  private static func withParity(_ byte: UInt8) -> UInt8 {
    byte.nonzeroBitCount % 2 == 1 ? byte : byte | 0x80
  }

  private static func reversed(_ byte: UInt8) -> UInt8 {
    (0..<8).reduce(0) { $0 | (byte >> $1 & 1) << (7 - $1) }
  }
}

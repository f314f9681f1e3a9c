/// A monitor's description in blocks of 128 bytes (VESA E-EDID 1.4): the base block, then
/// extensions. The bytes are untrusted: each access is checked, and invalid parts are ignored.
struct EDID: Sendable {
  /// The maximum that a connector can return: the base block and 255 extensions.
  static let largestByteCount = 256 * blockSize
  private static let blockSize = 128
  private static let header: [UInt8] = [0, 255, 255, 255, 255, 255, 255, 0]

  let base: [UInt8]
  private let extensions: [[UInt8]]

  /// Returns nil without a complete base block with a valid checksum. Extensions with an invalid
  /// checksum are ignored: switches and cables corrupt them.
  init?(_ bytes: [UInt8]) {
    let blocks = stride(from: 0, to: min(bytes.count, Self.largestByteCount), by: Self.blockSize)
      .map { Array(bytes[$0...].prefix(Self.blockSize)) }
    guard let base = blocks.first, base.starts(with: Self.header), Self.addsUp(base) else {
      return nil
    }
    self.base = base
    extensions = blocks.dropFirst().filter(Self.addsUp)
  }

  private static func addsUp(_ block: [UInt8]) -> Bool {
    block.count == blockSize && block.reduce(0, &+) == 0
  }

  /// The text of the base block's first descriptor with this tag: 0xFC is the name, 0xFF the serial
  /// number. Nil if it is missing or has no printable text.
  func text(_ tag: UInt8) -> String? {
    for start in [54, 72, 90, 108] where base[start..<start + 4].elementsEqual([0, 0, 0, tag]) {
      let letters = base[start + 5..<start + 18].prefix { $0 != 0x0A }.filter { 32...126 ~= $0 }
      let text = String(decoding: letters, as: UTF8.self)
      let words = text.split(separator: " ").joined(separator: " ")
      if !words.isEmpty { return words }
    }
    return nil
  }

  /// The contents of the CTA-861 data block with this extended tag, after the tag: 5 is
  /// colorimetry, 6 static HDR metadata.
  func extendedData(_ tag: UInt8) -> [UInt8]? {
    for block in extensions where block[0] == 0x02 && block[1] >= 3 {
      // The data ends where the timings start; 0 means that the block has no data.
      let end = min(Int(block[2]), Self.blockSize - 1)
      var start = 4
      while start < end {
        let contents = block[start...].dropFirst().prefix(Int(block[start] & 0x1F))
        guard contents.endIndex <= end else { break }
        if block[start] >> 5 == 7, contents.first == tag { return Array(contents.dropFirst()) }
        start = contents.endIndex
      }
    }
    return nil
  }
}

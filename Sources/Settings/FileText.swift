internal import VitrinePlaylists

/// The bytes of a text file, after its size and encoding were checked.
struct FileText {
  /// Without a byte order mark.
  let bytes: [UInt8]

  init(_ bytes: [UInt8], largest: Int = Configuration.largestFile) throws(Fault) {
    guard bytes.count <= largest else {
      throw Fault(line: 1, cause: "larger than \(largest / 1024) KiB")
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Fault(line: Self.firstBadLine(bytes), cause: "not valid UTF-8: save the file as UTF-8")
    }
    self.bytes = Array(withoutMark(bytes))
    // libyaml's own message does not mention the tab.
    if !isJSON, let line = Self.firstTab(withoutMark(bytes)) {
      throw Fault(line: line, cause: "line begins with a tab: indent with spaces")
    }
  }

  /// Whether it is an object in JSON, whose lines may begin with tabs.
  var isJSON: Bool { bytes.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{") }

  private static func firstBadLine(_ bytes: [UInt8]) -> Int {
    var source = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var line = 1
    while case .valid(let scalar) = parser.parseScalar(from: &source) {
      if scalar.first == UInt8(ascii: "\n") { line += 1 }
    }
    return line
  }

  private static func firstTab(_ bytes: ArraySlice<UInt8>) -> Int? {
    var (line, isIndent) = (1, true)
    for byte in bytes {
      if isIndent, byte == UInt8(ascii: "\t") { return line }
      isIndent = byte == UInt8(ascii: "\n") || isIndent && byte == UInt8(ascii: " ")
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
    return nil
  }
}

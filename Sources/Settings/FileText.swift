/// A file's bytes as text that is safe to give to the YAML reader.
///
/// What the reader builds may grow much faster than the file (aliases, keys that are maps of
/// maps), and it calls itself for each level of nesting. So what would let it grow is counted
/// before; no file of people comes near the limits.
struct FileText {
  let text: String

  private enum Limit {
    static let bytes = Configuration.largestFile
    /// Of what may separate two values.
    static let separators = 4096
    /// Of brackets that open.
    static let brackets = 128
    /// Of words that begin as aliases do.
    static let stars = 8
  }

  init(_ bytes: [UInt8]) throws(Fault) {
    guard bytes.count <= Limit.bytes else {
      throw Fault(line: 1, cause: "larger than \(Limit.bytes / 1024) KiB")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(line: Self.firstBadLine(bytes), cause: "not UTF-8; save it as such")
    }
    try Self.check(bytes)
    self.text = text
  }

  private static func firstBadLine(_ bytes: [UInt8]) -> Int {
    var source = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var line = 1
    while case .valid(let scalar) = parser.parseScalar(from: &source) {
      if scalar.first == UInt8(ascii: "\n") { line += 1 }
    }
    return line
  }

  private static func check(_ bytes: [UInt8]) throws(Fault) {
    var count = (separators: 0, brackets: 0, stars: 0)
    var number = 0
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      let indentation = line.prefix { $0 == space || $0 == tab }
      let rest = line[indentation.endIndex...]
      if indentation.contains(tab) {
        throw Fault(line: number, cause: "begins with a tab; indent with spaces")
      }
      guard let first = rest.first, first != UInt8(ascii: "#"), first != UInt8(ascii: "\r") else {
        continue
      }
      count.separators += 1 + rest.count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ":") }
      count.brackets += rest.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
      count.stars += stars(in: rest)
      if rest.starts(with: [UInt8(ascii: "?"), space]) || rest.elementsEqual([UInt8(ascii: "?")]) {
        throw Fault(line: number, cause: "a key is one word; ? is not read")
      }
      if count.separators > Limit.separators { throw Fault(line: number, cause: "too much in it") }
      if count.brackets > Limit.brackets {
        throw Fault(line: number, cause: "more than \(Limit.brackets) opening brackets")
      }
      if count.stars > Limit.stars { throw Fault(line: number, cause: Entry.aliasCause) }
    }
  }

  private static func stars(in line: ArraySlice<UInt8>) -> Int {
    var previous = space
    var count = 0
    for byte in line {
      let isWord = previous >= UInt8(ascii: "a") && previous <= UInt8(ascii: "z")
      if byte == UInt8(ascii: "*"), previous != byte, !isWord { count += 1 }
      previous = byte
    }
    return count
  }

  private static let space = UInt8(ascii: " ")
  private static let tab = UInt8(ascii: "\t")
}

internal import VitrineMarkup

/// The texts of a ticker's file: one for each line, or the titles of an RSS or Atom feed.
package enum FeedText {
  /// Why a file cannot be read.
  struct Fault: Error, Hashable {
    let cause: String
  }

  /// The entries of a feed, and the characters of each, that are shown.
  private static let (mostEntries, longest) = (100, 300)
  /// In bytes, without markup.
  private static let largestText = 64 << 10

  static func lines(of bytes: [UInt8]) throws(Fault) -> [String] {
    if isMarkup(bytes) { return try titles(of: bytes) }
    guard bytes.count <= largestText else { throw Fault(cause: "the text is larger than 64 KiB") }
    guard let text = String(validating: utf8(bytes), as: UTF8.self) else {
      throw Fault(cause: "not UTF-8 text: save the file as UTF-8")
    }
    return lines(of: text)
  }

  /// The lines without control characters, empty lines and a byte order mark.
  private static func lines(of text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).map(plain).filter { !$0.isEmpty }
  }

  private static func plain(_ text: some StringProtocol) -> String {
    let shown = text.unicodeScalars.map { scalar in
      scalar.properties.isWhitespace ? " " : scalar
    }.filter { $0.properties.generalCategory != .control && $0 != "\u{FEFF}" }
    return String(String.UnicodeScalarView(shown)).split(separator: " ").joined(separator: " ")
  }

  /// Converts UTF-16 with a byte order mark, as spreadsheets write it; other bytes stay as they are.
  package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]), bytes.count % 2 == 0
    else { return bytes }
    let isLittle = bytes[0] == 0xFF
    let units = stride(from: 2, to: bytes.count, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    // An invalid unit makes the text invalid, as in a file that is cut off.
    guard let text = String(validating: units, as: UTF16.self) else { return bytes }
    return Array(text.utf8)
  }

  /// Whether the first character is `<`, in any encoding.
  private static func isMarkup(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(64).first { ![0, 9, 10, 13, 32, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }
      == UInt8(ascii: "<")
  }

  private static func titles(of bytes: [UInt8]) throws(Fault) -> [String] {
    var reader = Reader()
    do throws(MarkupError) {
      // Expat knows UTF-8, UTF-16 and ISO 8859-1.
      try MarkupElements.read(westernUTF8(bytes), with: &reader)
    } catch {
      throw Fault(cause: "line \(error.line): \(error.cause)")
    }
    guard reader.isFeed else { throw Fault(cause: "neither RSS nor Atom") }
    return reader.titles.map { String(plain(unmarked($0)).prefix(longest)) }.filter { !$0.isEmpty }
  }

  /// Converts windows-1252 to UTF-8 if the XML declaration names it.
  private static func westernUTF8(_ bytes: [UInt8]) -> [UInt8] {
    let head = String(decoding: bytes.prefix(200), as: UTF8.self)
    guard head.hasPrefix("<?xml"), let end = head.firstRange(of: "?>") else { return bytes }
    let declaration = head[..<end.lowerBound].lowercased()
    guard declaration.contains("windows-1252") || declaration.contains("cp1252") else {
      return bytes
    }
    let rest = bytes.drop { $0 != UInt8(ascii: ">") }.dropFirst()
    var text = String.UnicodeScalarView()
    for byte in rest {
      let scalar =
        (0x80...0x9F).contains(byte) ? western[Int(byte) - 0x80] : UInt32(byte)
      text.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
    }
    return Array(String(text).utf8)
  }

  /// The characters 0x80 to 0x9F of windows-1252 (WHATWG Encoding Standard).
  private static let western: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// Removes the tags of a title in HTML, and resolves the references that feeds use.
  private static func unmarked(_ title: String) -> String {
    var (text, rest) = ("", title[...])
    while let open = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      text += rest[..<open]
      let part = rest[open...]
      let isTag =
        part.first == "<" && part.dropFirst().first.map { $0.isLetter || $0 == "/" } ?? false
      if isTag, let close = part.firstIndex(of: ">") {
        text += " "
        rest = part[part.index(after: close)...]
      } else if part.first == "&", let end = part.prefix(12).firstIndex(of: ";"),
        let character = reference(part[part.index(after: open)..<end])
      {
        text.unicodeScalars.append(character)
        rest = part[part.index(after: end)...]
      } else {
        text.append(part[open])
        rest = part.dropFirst()
      }
    }
    return text + rest
  }

  private static func reference(_ name: Substring) -> Unicode.Scalar? {
    if name.hasPrefix("#x") || name.hasPrefix("#X") {
      return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
    }
    if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init) }
    return [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–",
      "mdash": "—", "hellip": "…", "rsquo": "’", "lsquo": "‘", "rdquo": "”", "ldquo": "“",
    ][name]
  }

  /// Reads the titles of the entries: `item` in RSS 2.0 and 1.0, `entry` in Atom (RFC 4287).
  private struct Reader: MarkupReader {
    var titles: [String] = []
    /// Whether the outermost element is one of a feed.
    var isFeed = false
    private var open: [Substring] = []
    private var title: [UInt8]?

    mutating func begin(
      _ name: String, _ attributes: [String: String], line: Int
    ) throws(MarkupError) {
      // Other namespaces have titles too, such as those of pictures (media:title).
      let local = Self.local(name)
      if open.isEmpty { isFeed = ["rss", "feed", "RDF"].contains(local) }
      let isEntry = open.last == "item" || open.last == "entry"
      if isEntry, local == "title", titles.count < FeedText.mostEntries { title = [] }
      open.append(local)
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard let count = title?.count, count < 8 * FeedText.longest else { return }
      unsafe title?.append(contentsOf: bytes.prefix(8 * FeedText.longest - count))
    }

    mutating func end(line: Int) throws(MarkupError) {
      guard let name = open.popLast() else { return }
      guard name == "title", let bytes = title else { return }
      titles.append(String(decoding: bytes, as: UTF8.self))
      title = nil
    }

    /// The local name in the namespaces of feeds; empty in others.
    private static func local(_ name: String) -> Substring {
      guard let space = name.lastIndex(of: " ") else { return name[...] }
      let spaces = [
        "http://www.w3.org/2005/Atom", "http://purl.org/rss/1.0/",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
      ]
      return spaces.contains(String(name[..<space])) ? name[name.index(after: space)...] : ""
    }
  }
}

internal import VitrineTiming

/// The M3U and M3U8 format: one path per line, described by the comments above it.
package struct M3UList {
  package private(set) var contents: ListContents
  private let location: ListLocation
  /// The properties of the next entry.
  private var fields = ItemFields()
  private var length: MediaTime?

  /// Parses a file; `path` is the path of the list. M3U8 must be UTF-8; all other formats are read
  /// as M3U.
  package init(bytes: [UInt8], path: String, _ format: ListFormat, _ limits: ListLimits = .standard)
  {
    contents = ListContents(limits)
    location = ListLocation(list: path)
    do throws(ListFault) {
      var text = try ListText(bytes, format == .m3u8 ? .utf8 : .either, limits)
      while let line = try text.next(), read(line, number: text.number) {}
    } catch {
      contents.add(error)
    }
  }

  private mutating func read(_ line: String, number: Int) -> Bool {
    do throws(ListLocation.Refusal) {
      if line.hasPrefix("#") {
        try readComment(line)
        return !contents.isStream
      }
      return try add(line, number: number)
    } catch {
      contents.add(ListFault(line: number, cause: error.cause))
      return true
    }
  }

  private mutating func add(
    _ written: String, number: Int
  ) throws(ListLocation.Refusal) -> Bool {
    defer { (fields, length) = (ItemFields(), nil) }
    let source = try location.source(written)
    if let cause = fields.part.orderFault { throw .init(cause: cause) }
    fields.apply(length: length, of: source)
    return contents.add(
      ListEntry(line: number, source: source, written: written, fields: fields))
  }

  private mutating func readComment(_ line: String) throws(ListLocation.Refusal) {
    // Comments can be very long; relevant ones start with a short keyword.
    let name = line.utf8.prefix(32).prefix { $0 != UInt8(ascii: ":") }
    let rest = trimmed(Substring(line.utf8.dropFirst(name.count + 1)))
    switch String(Substring(name)).uppercased() {
    case "#EXTINF": try readInformation(rest)
    case "#PLAYLIST": contents.title = shownText(rest)
    case "#EXTART": fields.presentation.subtitle = shownText(rest)
    case "#EXTIMG", "#EXTALBUMARTURL":
      fields.presentation.poster = try picture(rest) ?? fields.presentation.poster
    case "#EXTGRP", "#EXTGENRE": addCategories(rest, separator: ",")
    case "#EXTVLCOPT": try fields.apply(vlcOption: rest, location)
    case "#EXT-X-TARGETDURATION", "#EXT-X-STREAM-INF", "#EXT-X-MEDIA-SEQUENCE":
      contents = ListContents(contents.limits)
      contents.isStream = true
    default: break
    }
  }

  /// For example `123 tvg-logo="a.png" group-title="B",Title`.
  private mutating func readInformation(_ text: String) throws(ListLocation.Refusal) {
    let information = InformationLine(text)
    fields.presentation.title =
      information.title.flatMap { shownText($0) } ?? fields.presentation.title
    if let poster = information.attributes["tvg-logo"] {
      fields.presentation.poster = try picture(poster) ?? fields.presentation.poster
    }
    addCategories(information.attributes["group-title"] ?? "", separator: ";")
    // Live streams have -1, and an unknown length may be missing.
    guard !information.length.isEmpty, !information.length.hasPrefix("-") else { return }
    length = MediaTime(listText: information.length)
    guard length == nil else { return }
    throw .init(
      cause:
        "#EXTINF: invalid length \(quoted(information.length)): expected seconds, at most a year")
  }

  /// Returns nil for a picture elsewhere, which the list can do without.
  private func picture(_ written: String) throws(ListLocation.Refusal) -> Item.Source? {
    guard !written.isEmpty else { return nil }
    do throws(ListLocation.Refusal) {
      return try location.companion(written)
    } catch {
      guard error.isElsewhere else { throw error }
      return nil
    }
  }

  private mutating func addCategories(_ text: String, separator: Character) {
    for name in text.split(separator: separator).prefix(20) {
      guard let name = shownText(name, most: 100), fields.categories?.contains(name) != true else {
        continue
      }
      fields.categories = (fields.categories ?? []) + [name]
    }
  }
}

/// The text after `#EXTINF:`.
struct InformationLine {
  var length = ""
  var attributes: [String: String] = [:]
  var title: String?

  init(_ text: String) {
    var rest = text.utf8[...]
    length = Self.word(&rest) { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
    while let byte = rest.first {
      if byte == UInt8(ascii: ",") {
        title = trimmed(Substring(rest.dropFirst()))
        return
      }
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        rest.removeFirst()
      } else {
        readAttribute(&rest)
      }
    }
  }

  private mutating func readAttribute(_ rest: inout Substring.UTF8View) {
    let name = Self.word(&rest) { " ,=".utf8.contains($0) }
    guard rest.first == UInt8(ascii: "=") else { return }
    rest.removeFirst()
    guard rest.first == UInt8(ascii: "\"") else {
      attributes[name.lowercased()] = Self.word(&rest) { " ,".utf8.contains($0) }
      return
    }
    rest.removeFirst()
    attributes[name.lowercased()] = trimmed(Self.word(&rest) { $0 == UInt8(ascii: "\"") })
    if !rest.isEmpty { rest.removeFirst() }
  }

  private static func word(
    _ rest: inout Substring.UTF8View, until isEnd: (UInt8) -> Bool
  ) -> String {
    let end = rest.firstIndex(where: isEnd) ?? rest.endIndex
    defer { rest = rest[end...] }
    return String(Substring(rest[..<end]))
  }
}

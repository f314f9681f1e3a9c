package import VitrinePlaylists
internal import VitrineTiming

/// An operator's request for an emergency override. Validated by its initialiser.
package struct OverrideRequest: Hashable, Sendable {
  /// The name by which an operator ends it.
  package let id: String
  package let content: Content
  package let end: End

  package enum Content: Hashable, Sendable {
    /// A file, list or URL, as entered.
    case source(String)
    /// A full-screen message.
    case card(title: String, text: String, Severity = .information)
  }

  package enum End: Hashable, Sendable {
    /// In seconds.
    case after(Double)
    case at(Moment)
  }

  /// Why a request is invalid.
  package struct Fault: Error, Hashable, Sendable {
    package let cause: String
  }

  /// In seconds: 31 days.
  package static let longest = 31.0 * 86_400
  private static let longestID = 64
  private static let longestSource = 4096
  private static let longestTitle = 200
  private static let longestText = 2000

  package init(id: String, _ content: Content, _ end: End) throws(Fault) {
    guard Self.isID(id) else {
      throw Fault(
        cause: "an override's name must have 1 to \(Self.longestID) letters, digits, dots, - and _")
    }
    self.id = id
    self.content = content
    self.end = end
    if case .after(let seconds) = end, !(1...Self.longest).contains(seconds) {
      throw Fault(cause: "an override must last 1 second to 31 days")
    }
    switch content {
    case .source(let source):
      guard !source.isEmpty, source.utf8.count < Self.longestSource, Self.isPlain(source) else {
        throw Fault(cause: "an override's path must have 1 to \(Self.longestSource - 1) bytes")
      }
    case .card(let title, let text, _):
      guard !title.isEmpty, title.utf8.count <= Self.longestTitle, Self.isPlain(title),
        text.utf8.count <= Self.longestText, Self.isPlain(text.filter { $0 != "\n" })
      else {
        throw Fault(
          cause: "a card's title must have 1 to \(Self.longestTitle) bytes, and its text "
            + "at most \(Self.longestText)")
      }
    }
  }

  package static func isID(_ text: String) -> Bool {
    (1...longestID).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."):
          true
        default: false
        }
      }
  }

  private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 } }
}

extension OverrideRequest.End {
  /// Parses a duration: `90`, `90s`, `10m`, `2h`, `3d`.
  package init?(length word: String) {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let unit = word.last.flatMap { units[$0] }
    guard
      let number = decimal(
        Substring(unit == nil ? word : String(word.dropLast())), below: 10_000_000)
    else { return nil }
    self = .after(Double(number) * (unit ?? 1))
  }

  /// Parses an end time: `2026-12-24T18:00+01:00`, optionally with seconds, or with `Z`.
  package init?(moment word: String) {
    guard let moment = Moment(text: word) else { return nil }
    self = .at(moment)
  }
}

extension Moment {
  /// Parses an ISO 8601 time with a UTC offset; returns nil without one.
  package init?(text: String) {
    if text.hasSuffix("Z") {
      self.init(String(text.dropLast()), offset: 0)
      return
    }
    guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
    let parts = text[text.index(after: sign)...].split(
      separator: ":", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [2, 2], let hours = decimal(parts[0], below: 24),
      let minutes = decimal(parts[1], below: 60)
    else { return nil }
    let offset = Int64(hours *| 3600 + minutes * 60)
    // bound: hours and minutes of two digits
    self.init(String(text[..<sign]), offset: text[sign] == "-" ? -offset : offset)
  }

  private init?(_ civil: String, offset: Int64) {
    guard let time = CivilTime(text: civil) else { return nil }
    self.init(second: time.seconds -| offset)
  }
}

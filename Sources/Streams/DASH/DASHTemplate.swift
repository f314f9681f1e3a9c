internal import VitrineAddresses

/// A template of segment addresses: ISO/IEC 23009-1, 5.3.9.4.4.
struct DASHTemplate: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case text(String)
    /// With a minimum number of digits.
    case number(digits: Int)
    case time(digits: Int)
  }

  private let pieces: [Piece]
  private let base: SegmentAddress.Base
  let scheme: RemoteURL.Scheme

  /// No real template pads numbers further.
  private static let widest = 20

  /// Parses a template. `$RepresentationID$`, `$Bandwidth$` and `$$` are replaced at once,
  /// `$Number$` and `$Time$` in each address, padded as in `$Number%05d$`.
  init(
    _ pattern: String, _ representation: DASHRepresentation, beside base: SegmentAddress.Base
  ) throws(DASHPresentation.Fault) {
    let named = RemoteURL.isWithoutPath(pattern) ? base.url.fileName + pattern : pattern[...]
    let words = named.split(separator: "$", omittingEmptySubsequences: false)
    guard words.count % 2 == 1 else { throw .init("unbalanced $ in a URL template") }
    var (pieces, length) = ([Piece](), 0)
    for (index, word) in words.enumerated() {
      let piece =
        index.isMultiple(of: 2)
        ? .text(String(word)) : try Self.piece(of: word, representation)
      if case .text(let text) = piece { length += text.utf8.count } else { length += Self.widest }
      guard length <= RemoteURL.longest else { throw .init("a URL template is too long") }
      pieces.append(piece)
    }
    self.pieces = pieces
    self.base = base
    scheme = try Self.checkedScheme(pieces, base)
  }

  private static func piece(
    of word: Substring, _ representation: DASHRepresentation
  ) throws(DASHPresentation.Fault) -> Piece {
    if word.isEmpty { return .text("$") }
    if word == "RepresentationID" { return .text(representation.name) }
    let parts = word.split(separator: "%", maxSplits: 1)
    var digits = 0
    if parts.count == 2 {
      guard parts[1].hasPrefix("0"), parts[1].hasSuffix("d"),
        let width = Int(parts[1].dropFirst().dropLast()), (1...widest).contains(width)
      else { throw .init("unknown placeholder $\(word.prefix(40))$ in a URL template") }
      digits = width
    }
    switch parts.first {
    case "Number": return .number(digits: digits)
    case "Time": return .time(digits: digits)
    case "Bandwidth": return .text(text(representation.bandwidth, digits))
    default: throw .init("unknown placeholder $\(word.prefix(40))$ in a URL template")
    }
  }

  /// Checks that numbers of any size result in valid addresses on the same server: addresses are
  /// built later, when an error could no longer be reported.
  private static func checkedScheme(
    _ pieces: [Piece], _ base: SegmentAddress.Base
  ) throws(DASHPresentation.Fault) -> RemoteURL.Scheme {
    var servers: [RemoteURL] = []
    do throws(RemoteURL.Fault) {
      for number in [Int64.min, 0, .max] {
        servers.append(try base.url.resolving(text(pieces, number: number, time: number)))
      }
    } catch {
      throw .init("\(error)")
    }
    let server = servers[0]
    guard server.isWeb else {
      throw .init("\(server.scheme.rawValue): an MPD may not reference this URL scheme")
    }
    guard servers.allSatisfy({ $0.origin == server.origin && $0.userInfo == server.userInfo })
    else { throw .init("a placeholder in a URL's host name") }
    return server.scheme
  }

  func url(number: Int64, time: Int64) -> RemoteURL {
    // Addresses with numbers of any size have been checked.
    (try? base.url.resolving(Self.text(pieces, number: number, time: time))) ?? base.url
  }

  private static func text(_ pieces: [Piece], number: Int64, time: Int64) -> String {
    pieces.reduce(into: "") { result, piece in
      switch piece {
      case .text(let text): result += text
      case .number(let digits): result += text(number, digits)
      case .time(let digits): result += text(time, digits)
      }
    }
  }

  private static func text(_ number: Int64, _ digits: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

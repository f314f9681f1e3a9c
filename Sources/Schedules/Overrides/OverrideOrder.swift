/// An operator's request for an emergency override. Validated by its initialiser.
public struct OverrideOrder: Hashable, Sendable {
  /// The name by which an operator ends it.
  public let id: String
  public let content: Content
  public let end: End

  public enum Content: Hashable, Sendable {
    /// A file, list or URL, as entered.
    case source(String)
    /// A full-screen message.
    case card(title: String, text: String, Severity = .information)
  }

  public enum End: Hashable, Sendable {
    /// In seconds.
    case after(Double)
    case at(Moment)
  }

  /// Why an order is invalid.
  public struct Fault: Error, Hashable, Sendable {
    public let cause: String
  }

  /// In seconds: 31 days.
  public static let longest = 31.0 * 86_400
  private static let longestID = 64
  private static let longestSource = 4096
  private static let longestTitle = 200
  private static let longestText = 2000

  public init(id: String, _ content: Content, _ end: End) throws(Fault) {
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

  public static func isID(_ text: String) -> Bool {
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

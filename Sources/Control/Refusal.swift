/// Why a request is not done: a code for programs, and a sentence for people.
public struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// Which error it is. The raw values are the field `code` of an answer; docs/operate/control.md has them.
  public enum Code: String, Hashable, Sendable {
    /// The line is no request, or one that there is not.
    case invalid
    /// Understood, but not to be done in the present state.
    case refused
    /// The client may not control this player.
    case permission
    /// As much as there is room for is under way: the same request may be done later.
    case busy
    /// The player, or a disk, did not answer in time.
    case timeout
  }

  public let code: Code
  /// What is wrong, in words for people.
  public let description: String

  public init(_ description: String, _ code: Code = .refused) {
    (self.description, self.code) = (description, code)
  }
}

extension Refusal {
  /// Reading the named sources did not end before its deadline.
  public static let tooSlow = Refusal("reading it took too long", .timeout)

  /// The player has not answered before the deadline.
  public static let playerIsSilent = Refusal("the player does not answer", .timeout)
}

/// A refusal on the wire.
extension Refusal {
  /// The fields that an answer has of it.
  var fields: [String: JSONValue] {
    ["error": .text(description), "code": .text(code.rawValue)]
  }

  /// From an answer; nil where it tells of success, or is none. Players before the field `code`
  /// have only the sentence, which begins with its reason where a client is not let in.
  init?(answer: JSONValue) {
    guard let text = answer["error"]?.text, text != "success" else { return nil }
    guard let code = answer["code"]?.text else {
      self.init(text, text.hasPrefix("permission") ? .permission : .refused)
      return
    }
    self.init(text, Code(rawValue: code) ?? .refused)
  }
}

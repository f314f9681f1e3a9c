/// Why a request is refused: a code for programs, and a readable message.
package struct Refusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error. The raw values are those of the field `code` in answers;
  /// docs/operate/control.md lists them.
  package enum Code: String, Hashable, Sendable {
    /// The line is not a valid request.
    case invalid
    /// Understood, but not possible in the current state.
    case refused
    /// The client may not control this player.
    case permission
    /// Too many requests are in progress; the same request may succeed later.
    case busy
    /// The player, or a disk, did not answer in time.
    case timeout
  }

  package let code: Code
  /// The message.
  package let description: String

  package init(_ description: String, _ code: Code = .refused) {
    self.description = description
    self.code = code
  }
}

extension Refusal {
  /// Reading the named sources took longer than the deadline.
  package static let tooSlow = Refusal("timed out reading the source", .timeout)

  /// The display has no interface.
  package static let noInterface = Refusal("this player has no interface")

  /// The player did not answer before the deadline.
  package static let playerIsSilent = Refusal("the player is not responding", .timeout)
}

/// Encoding.
extension Refusal {
  /// The fields for an answer.
  var fields: [String: JSONValue] {
    ["error": .text(description), "code": .text(code.rawValue)]
  }

  /// From an answer; nil if it reports success, or is not an answer. Older players send no `code`;
  /// their message starts with "permission" if a client is rejected.
  init?(response: JSONValue) {
    guard let text = response["error"]?.text, text != "success" else { return nil }
    guard let code = response["code"]?.text else {
      self.init(text, text.hasPrefix("permission") ? .permission : .refused)
      return
    }
    self.init(text, Code(rawValue: code) ?? .refused)
  }
}

/// A topic of the fleet. The first two parts are `vitrine` and the version of the messages; docs/operate/fleet.asyncapi.json
/// describes them.
package enum FleetTopic: Hashable, Sendable {
  /// The state of a screen, retained.
  case reported(id: String)
  /// Whether a screen is connected, retained; its last will.
  case presence(id: String)
  /// The state that an operator wants of a screen, retained.
  case desired(id: String)
  /// The desired state of all screens of a group; a screen's own state has precedence.
  case groupDesired(String)
  /// A command for a screen, as on the control socket.
  case command(id: String)
  /// Asks every screen to answer.
  case call
  /// The answer of a screen.
  case answer(id: String)
  /// The latest screenshot of a screen, as PNG.
  case screenshot(id: String)
  /// The latest rollout, retained; only for operators' tools.
  case rollout
  /// Comes back to the tool that has published it, after everything that the broker sent it before.
  case echo(String)

  package static let root = "vitrine/1"
  /// The group of all screens.
  package static let everyone = "all"

  package var text: String {
    switch self {
    case .reported(let id): "\(Self.root)/\(id)/reported"
    case .presence(let id): "\(Self.root)/\(id)/presence"
    case .desired(let id): "\(Self.root)/\(id)/desired"
    case .groupDesired(let name): "\(Self.root)/group/\(name)/desired"
    case .command(let id): "\(Self.root)/\(id)/command"
    case .call: "\(Self.root)/call"
    case .answer(let id): "\(Self.root)/\(id)/answer"
    case .screenshot(let id): "\(Self.root)/\(id)/screenshot"
    case .rollout: "\(Self.root)/rollout"
    case .echo(let tool): "\(Self.root)/tool/\(tool)/echo"
    }
  }

  /// Nil for a topic that this version does not know.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3, parts[0] + "/" + parts[1] == Self.root else { return nil }
    switch (parts.count, parts[2], parts.last) {
    case (3, "call", _): self = .call
    case (3, "rollout", _): self = .rollout
    case (5, "tool", "echo") where Self.isName(parts[3]): self = .echo(parts[3])
    case (5, "group", "desired") where Self.isName(parts[3]): self = .groupDesired(parts[3])
    case (4, let id, let kind) where Self.isName(id):
      switch kind {
      case "reported": self = .reported(id: id)
      case "presence": self = .presence(id: id)
      case "desired": self = .desired(id: id)
      case "command": self = .command(id: id)
      case "answer": self = .answer(id: id)
      case "screenshot": self = .screenshot(id: id)
      default: return nil
      }
    default: return nil
    }
  }

  /// Whether a text can name a screen or a group: up to 40 letters, digits and hyphens.
  package static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count) && text != "group"
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}

import VitrineControl
import VitrineTiming

/// A request that was let in, with its body.
struct Call {
  /// What its route calls parts of the path, such as `name`.
  var parameters: [String: String] = [:]
  let query: [String: String]
  let role: Role
  /// Who asks, for the log: the token's name, or the address.
  let client: String
  let owner: String
  let address: String
  var fields: [String: String] = [:]
  var body: [UInt8] = []
  let output: Site.Output

  /// The client, as far as files are its own.
  var uploader: UploadOwners.Client { UploadOwners.Client(owner: owner, role: role) }

  /// What is in the body.
  func json() throws(Refusal) -> JSONValue {
    do throws(JSONError) { return try JSONValue(line: body) } catch {
      throw Refusal("the body is no JSON", .invalid)
    }
  }

  /// Of a text in a body or an answer, in bytes: as long as the document says in characters.
  static let longestText = 50_000

  /// A long text in the body. `meaning` is what it is, for who gave another thing.
  func text(at key: String, _ meaning: String) throws(Refusal) -> String {
    guard let text = try json()[key]?.text else {
      throw Refusal("\(key) is a text: \(meaning)", .invalid)
    }
    guard text.utf8.count <= Self.longestText else {
      throw Refusal("\(key) has more than \(Self.longestText) bytes", .invalid)
    }
    return text
  }
}

/// What comes of a call.
enum Action {
  case answer(Answer)
  /// It comes from any thread, once.
  case later((@escaping @Sendable (Answer) -> Void) -> Void)
  /// Every change of the output's status, for ever.
  case events
}

/// What may be asked, of whom, and what is done.
struct Route: Sendable {
  enum Method: String, Sendable { case get = "GET", post = "POST", put = "PUT", delete = "DELETE" }

  enum Body: Sendable {
    case none, json
    /// Written to the disk as it comes.
    case file
  }

  let method: Method
  /// Its parts; those in braces stand for any one.
  let path: String
  /// The least that it takes; nil where none is needed.
  let role: Role?
  var body = Body.none
  let act: @Sendable (Call, Desk) throws(Refusal) -> Action

  /// The parameters where the path is one of this route's.
  func match(_ path: [String]) -> [String: String]? {
    let parts = self.path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == path.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, given) in zip(parts, path) {
      if part.first == "{" {
        parameters[String(part.dropFirst().dropLast())] = given
      } else if part != given {
        return nil
      }
    }
    return parameters
  }
}

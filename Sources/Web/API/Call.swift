import VitrineControl
import VitrineTiming

/// An admitted request with its body.
struct Call {
  /// The values of the route's placeholders, such as `name`.
  var parameters: [String: String] = [:]
  let query: [String: String]
  let role: Role
  /// The client for the log: the token's name, or the address.
  let client: String
  let owner: String
  let address: String
  var fields: [String: String] = [:]
  var body: [UInt8] = []
  let output: Site.Output

  /// The client as the owner of uploads.
  var uploader: UploadOwners.Client { UploadOwners.Client(owner: owner, role: role) }

  /// The body, parsed as JSON.
  func json() throws(Refusal) -> JSONValue {
    do throws(JSONError) { return try JSONValue(line: body) } catch {
      throw Refusal("the request body is not valid JSON", .invalid)
    }
  }

  /// The longest text in a body or a response, in bytes; the API document gives the same limit in
  /// characters.
  static let longestText = 50_000

  /// A long text in the body. `meaning` describes the text in the error message.
  func text(at key: String, _ meaning: String) throws(Refusal) -> String {
    guard let text = try json()[key]?.text else {
      throw Refusal("\(key) must be a string: \(meaning)", .invalid)
    }
    guard text.utf8.count <= Self.longestText else {
      throw Refusal("\(key) is too long (limit: \(Self.longestText) bytes)", .invalid)
    }
    return text
  }
}

/// The result of a call.
enum RouteResult {
  case response(Response)
  /// The response comes later, once, from any thread.
  case deferred((@escaping @Sendable (Response) -> Void) -> Void)
  /// Like `deferred`. `withdraw` is called if the response cannot be sent to the client.
  case withdrawable((@escaping @Sendable (Response) -> Void) -> Void, withdraw: () -> Void)
  /// A stream of the output's status changes, without end.
  case events
}

/// An endpoint of the API: its method, path and required role, and its handler.
struct Route: Sendable {
  enum Method: String, Sendable { case get = "GET", post = "POST", put = "PUT", delete = "DELETE" }

  enum Body: Sendable {
    case none, json
    /// Written to disk while it is received.
    case file
  }

  let method: Method
  /// Components in braces match any value.
  let path: String
  /// The lowest role that may call it; nil for endpoints without authentication.
  let role: Role?
  var body = Body.none
  let handler: @Sendable (Call, Router) throws(Refusal) -> RouteResult

  /// Returns the placeholders' values if the path matches this route.
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

extension Route {
  /// All routes. The first match wins.
  static let all =
    PlayingRoutes.all + OverrideRoutes.all + ContentRoutes.all + MachineRoutes.all
    + PairingRoutes.all + FileRoutes.all + ListRoutes.all + TemplateRoutes.all
    + ConfigurationRoutes.all
    + Asset.routes
}

import NIOCore
import NIOHTTP1
import VitrineControl
import VitrineTiming

/// Admits requests and finds their routes. Shared by all connections, and confined to the server's
/// thread.
final class Router {
  let site: Site
  let limits: WebLimits
  let authenticator: Authenticator
  let connections: AuthenticatedConnections
  private let validator: RequestValidator
  private let routes = Route.all
  private let now: @Sendable () -> HostTime
  let report: @Sendable (WebEvent) -> Void
  let uploads: UploadThread?
  let loop: ServerLoop

  init(
    _ site: Site, tokens: String?, pairing: PairingMode = .menu, names: Set<String>,
    _ limits: WebLimits, uploads: UploadThread?,
    loop: ServerLoop,
    now: @escaping @Sendable () -> HostTime, report: @escaping @Sendable (WebEvent) -> Void
  ) {
    self.site = site
    self.limits = limits
    self.uploads = uploads
    self.now = now
    self.report = report
    self.loop = loop
    validator = RequestValidator(names: names.union([site.name.lowercased()]))
    let authenticator = Authenticator(tokens, pairing, limits, report)
    self.authenticator = authenticator
    connections = AuthenticatedConnections(loop, every: limits.revocation) {
      authenticator.isValid($0)
    }
  }

  /// The clock for all time limits.
  var time: HostTime { now() }

  /// An admitted request, which is handled once its body has arrived.
  struct AdmittedRequest {
    let route: Route
    var call: Call
    let token: TokenStore.Entry?
    let length: Int?
    let expectsContinue: Bool
  }

  /// `address` is the client's, without the port. `isTrusted` returns whether it needs no token; it
  /// searches the kernel's table of all connections, so it is called only if that matters.
  func admit(
    _ head: HTTPRequestHead, from address: String, isTrusted: () -> Bool,
    _ certified: Authenticator.Client? = nil
  ) -> Result<AdmittedRequest, Rejection> {
    let moment = time
    guard authenticator.allowsRequest(from: AddressKey.of(address), at: moment) else {
      return .failure(Rejection(Response.tooMany(.seconds(1)).closing()))
    }
    do throws(RequestValidator.Failure) {
      let valid = try validator.validate(head)
      let outcome = authenticator.authenticate(head, from: address, certified, at: moment)
      // A request forwarded by another server is not from this machine.
      return find(head, valid, outcome, address) { !valid.isForwarded && isTrusted() }
    } catch {
      return .failure(Rejection(Response(error)))
    }
  }

  struct Rejection: Error {
    let response: Response

    init(_ response: Response) { self.response = response }
  }

  private func find(
    _ head: HTTPRequestHead, _ valid: RequestValidator.ValidRequest,
    _ outcome: Authenticator.Outcome,
    _ address: String, _ isTrusted: () -> Bool
  ) -> Result<AdmittedRequest, Rejection> {
    let found = routes.compactMap { route in
      route.match(valid.target.path).map { (route, $0) }
    }
    guard !found.isEmpty else {
      return .failure(Rejection(Response(.notFound, refusing: "not found", .invalid)))
    }
    let method = head.method == .HEAD ? "GET" : head.method.rawValue
    guard let (route, parameters) = found.first(where: { $0.0.method.rawValue == method }) else {
      let allowed = Set(found.map(\.0.method.rawValue)).sorted().joined(separator: ", ")
      return .failure(
        Rejection(
          Response(.methodNotAllowed, refusing: "method not allowed", .invalid)
            .adding("Allow", allowed)))
    }
    let client: Authenticator.Client
    switch check(route, outcome, address, isTrusted) {
    case .success(let known): client = known
    case .failure(let rejection): return .failure(rejection)
    }
    guard let output = site.output(valid.target.query["output"]) else {
      return .failure(
        Rejection(Response(.notFound, refusing: "no such output", .invalid)))
    }
    let call = Call(
      parameters: parameters, query: valid.target.query, role: client.role, client: client.name,
      owner: client.owner,
      address: address,
      fields: Dictionary(
        head.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { one, _ in one }),
      output: output)
    if let rejection = checkBody(route, valid, call) { return .failure(rejection) }
    return .success(
      AdmittedRequest(
        route: route, call: call, token: client.token, length: valid.length,
        expectsContinue: valid.expectsContinue))
  }

  private func check(
    _ route: Route, _ outcome: Authenticator.Outcome, _ address: String, _ isTrusted: () -> Bool
  ) -> Result<Authenticator.Client, Rejection> {
    switch outcome {
    case .rateLimited(let wait): return .failure(Rejection(Response.tooMany(wait)))
    case .invalidToken: return .failure(Rejection(Response.unauthorized))
    case .unavailable:
      return .failure(
        Rejection(Response(Refusal("cannot read the token file; see the log", .busy))))
    case .anonymous:
      guard route.role != nil else { return .success(.anonymous(address)) }
      guard isTrusted() else { return .failure(Rejection(Response.unauthorized)) }
      return check(route, .machine(address))
    case .client(let client): return check(route, client)
    }
  }

  private func check(
    _ route: Route, _ client: Authenticator.Client
  ) -> Result<Authenticator.Client, Rejection> {
    guard client.role >= route.role ?? .view else {
      return .failure(
        Rejection(
          Response(
            .forbidden, refusing: "requires the role \(route.role?.rawValue ?? "")", .permission))
      )
    }
    return .success(client)
  }

  private func checkBody(_ route: Route, _ valid: RequestValidator.ValidRequest, _ call: Call)
    -> Rejection?
  {
    switch route.body {
    case .none:
      return valid.length == 0
        ? nil
        : Rejection(
          Response(.badRequest, refusing: "this request must not have a body", .invalid).closing())
    case .json:
      let type = call.fields["content-type"]?.split(separator: ";").first
      guard type?.lowercased() == "application/json" else {
        return Rejection(
          Response(
            .unsupportedMediaType, refusing: "expected Content-Type: application/json", .invalid
          )
          .closing())
      }
      guard valid.length ?? 0 <= limits.sizes.body else { return Rejection(tooLarge) }
      return nil
    case .file: return nil
    }
  }

  var tooLarge: Response {
    Response(
      .payloadTooLarge,
      refusing: "the request body is too large (limit: \(limits.sizes.body) bytes)", .invalid
    ).closing()
  }

  /// Calls the handler of a route.
  func handle(_ route: Route, _ call: Call) -> RouteResult {
    do throws(Refusal) { return try route.handler(call, self) } catch {
      return .response(Response(error))
    }
  }
}

extension Response {
  static var unauthorized: Response {
    Response(
      .unauthorized,
      refusing: "a token is required: pair with this player, or ask its administrator for one",
      .permission
    ).adding("WWW-Authenticate", "Bearer")
  }

  static func tooMany(_ wait: Duration) -> Response {
    let seconds = max(1, Int(saturating: (Double(wait.nanoseconds) / 1e9).rounded(.up)))
    return Response(
      .tooManyRequests,
      .object([
        "error": .text("too many requests; try again in \(seconds) s"), "code": .text("busy"),
        "retry_after": .number(Double(seconds)),
      ])
    ).adding("Retry-After", "\(seconds)")
  }
}

import NIOCore
import NIOHTTP1
import VitrineControl
import VitrineTiming

/// Admits requests and finds their routes. Shared by all connections, and confined to the server's
/// thread.
final class Desk {
  let site: Site
  let limits: WebLimits
  let doorkeeper: Doorkeeper
  let held: HeldConnections
  private let gate: Gate
  private let routes = Route.all
  private let now: @Sendable () -> HostTime
  let news: @Sendable (WebNews) -> Void
  let uploads: UploadThread?
  let loop: ServerLoop

  init(
    _ site: Site, tokens: String?, pairing: PairingMode = .menu, names: Set<String>,
    _ limits: WebLimits, uploads: UploadThread?,
    loop: ServerLoop,
    now: @escaping @Sendable () -> HostTime, news: @escaping @Sendable (WebNews) -> Void
  ) {
    self.site = site
    self.limits = limits
    self.uploads = uploads
    self.now = now
    self.news = news
    self.loop = loop
    gate = Gate(names: names.union([site.name.lowercased()]))
    let doorkeeper = Doorkeeper(tokens, pairing, limits, news)
    self.doorkeeper = doorkeeper
    held = HeldConnections(loop, every: limits.revocation) { doorkeeper.isValid($0) }
  }

  /// The clock for all time limits.
  var time: HostTime { now() }

  /// An admitted request, which is handled once its body has arrived.
  struct Admitted {
    let route: Route
    var call: Call
    let token: TokenBook.Entry?
    let length: Int?
    let waitsForGo: Bool
  }

  /// `address` is the client's, without the port. `isTrusted` returns whether it needs no token; it
  /// searches the kernel's table of all connections, so it is called only if that matters.
  func admit(
    _ head: HTTPRequestHead, from address: String, isTrusted: () -> Bool,
    _ certified: Doorkeeper.Client? = nil
  ) -> Result<Admitted, Refused> {
    let moment = time
    guard doorkeeper.allows(AddressKey.of(address), at: moment) else {
      return .failure(Refused(Answer.tooMany(.seconds(1)).closing()))
    }
    do throws(Gate.Denial) {
      let passed = try gate.pass(head)
      let finding = doorkeeper.look(head, from: address, certified, at: moment)
      // A request forwarded by another server is not from this machine.
      return find(head, passed, finding, address) { !passed.isForwarded && isTrusted() }
    } catch {
      return .failure(Refused(Answer(error)))
    }
  }

  struct Refused: Error {
    let answer: Answer

    init(_ answer: Answer) { self.answer = answer }
  }

  private func find(
    _ head: HTTPRequestHead, _ passed: Gate.Passed, _ finding: Doorkeeper.Finding,
    _ address: String, _ isTrusted: () -> Bool
  ) -> Result<Admitted, Refused> {
    let found = routes.compactMap { route in
      route.match(passed.target.path).map { (route, $0) }
    }
    guard !found.isEmpty else {
      return .failure(Refused(Answer(.notFound, refusing: "not found", .invalid)))
    }
    let method = head.method == .HEAD ? "GET" : head.method.rawValue
    guard let (route, parameters) = found.first(where: { $0.0.method.rawValue == method }) else {
      let allowed = Set(found.map(\.0.method.rawValue)).sorted().joined(separator: ", ")
      return .failure(
        Refused(
          Answer(.methodNotAllowed, refusing: "method not allowed", .invalid)
            .adding("Allow", allowed)))
    }
    let client: Doorkeeper.Client
    switch check(route, finding, address, isTrusted) {
    case .success(let known): client = known
    case .failure(let refused): return .failure(refused)
    }
    guard let output = site.output(passed.target.query["output"]) else {
      return .failure(
        Refused(Answer(.notFound, refusing: "no such output", .invalid)))
    }
    let call = Call(
      parameters: parameters, query: passed.target.query, role: client.role, client: client.name,
      owner: client.owner,
      address: address,
      fields: Dictionary(
        head.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { one, _ in one }),
      output: output)
    if let refused = checkBody(route, passed, call) { return .failure(refused) }
    return .success(
      Admitted(
        route: route, call: call, token: client.token, length: passed.length,
        waitsForGo: passed.waitsForGo))
  }

  private func check(
    _ route: Route, _ finding: Doorkeeper.Finding, _ address: String, _ isTrusted: () -> Bool
  ) -> Result<Doorkeeper.Client, Refused> {
    switch finding {
    case .wait(let wait): return .failure(Refused(Answer.tooMany(wait)))
    case .wrong: return .failure(Refused(Answer.unknown))
    case .unknown:
      return .failure(
        Refused(Answer(Refusal("cannot read the token file; see the log", .busy))))
    case .stranger:
      guard route.role != nil else { return .success(.stranger(address)) }
      guard isTrusted() else { return .failure(Refused(Answer.unknown)) }
      return check(route, .machine(address))
    case .client(let client): return check(route, client)
    }
  }

  private func check(
    _ route: Route, _ client: Doorkeeper.Client
  ) -> Result<Doorkeeper.Client, Refused> {
    guard client.role >= route.role ?? .view else {
      return .failure(
        Refused(
          Answer(
            .forbidden, refusing: "requires the role \(route.role?.rawValue ?? "")", .permission))
      )
    }
    return .success(client)
  }

  private func checkBody(_ route: Route, _ passed: Gate.Passed, _ call: Call) -> Refused? {
    switch route.body {
    case .none:
      return passed.length == 0
        ? nil
        : Refused(
          Answer(.badRequest, refusing: "this request must not have a body", .invalid).closing())
    case .json:
      let type = call.fields["content-type"]?.split(separator: ";").first
      guard type?.lowercased() == "application/json" else {
        return Refused(
          Answer(
            .unsupportedMediaType, refusing: "expected Content-Type: application/json", .invalid
          )
          .closing())
      }
      guard passed.length ?? 0 <= limits.bodyBytes else { return Refused(tooLarge) }
      return nil
    case .file: return nil
    }
  }

  var tooLarge: Answer {
    Answer(
      .payloadTooLarge,
      refusing: "the request body is too large (limit: \(limits.bodyBytes) bytes)", .invalid
    ).closing()
  }

  /// Calls the handler of a route.
  func act(_ route: Route, _ call: Call) -> Action {
    do throws(Refusal) { return try route.act(call, self) } catch { return .answer(Answer(error)) }
  }
}

extension Answer {
  static var unknown: Answer {
    Answer(
      .unauthorized,
      refusing: "a token is required: pair with this player, or ask its administrator for one",
      .permission
    ).adding("WWW-Authenticate", "Bearer")
  }

  static func tooMany(_ wait: Duration) -> Answer {
    let seconds = max(1, Int(saturating: (Double(wait.nanoseconds) / 1e9).rounded(.up)))
    return Answer(
      .tooManyRequests,
      .object([
        "error": .text("too many requests; try again in \(seconds) s"), "code": .text("busy"),
        "retry_after": .number(Double(seconds)),
      ])
    ).adding("Retry-After", "\(seconds)")
  }
}

import NIOCore
import NIOHTTP1
import VitrineControl

/// Pairing: a client that sends the PIN shown on the display gets a token.
enum PairingRoutes {
  static let all: [Route] = [
    Route(method: .post, path: "/api/v1/pairing", role: nil, handler: begin),
    Route(method: .post, path: "/api/v1/pairing/token", role: nil, body: .json, handler: prove),
  ]

  @Sendable private static func begin(_ call: Call, _ router: Router) throws(Refusal) -> RouteResult
  {
    guard router.authenticator.canPair else {
      throw Refusal("this player cannot store tokens: set service.state")
    }
    guard !router.isOverridden else {
      return .response(
        Response(closed: "override", "an override is on screen; try again once it has ended"))
    }
    switch router.authenticator.beginPairing(
      from: call.address, router.site.serviceMenu(), at: router.time)
    {
    case .off:
      return .response(
        Response(closed: "off", "pairing is off; create a token with: vitrine token add"))
    case .closed:
      return .response(
        Response(
          closed: "closed",
          """
          pairing is closed; open the service menu on the screen, or run vitrine token pair on the machine, \
          and try again within five minutes
          """))
    case .rateLimited(let wait): return .response(Response.tooMany(wait))
    case .alreadyShown(let rest): return .response(Response(pairingFor: rest))
    case .show(let pin):
      guard router.site.showPIN(pin) else {
        router.authenticator.cancelPairing()
        throw Refusal("this screen cannot show a PIN now; create a token with: vitrine token add")
      }
      router.cancelPairingOnOverride()
      router.audit(call, "pairing PIN shown", isDone: true)
      return .response(Response(pairingFor: PairingPIN.lifetime))
    }
  }

  @Sendable private static func prove(_ call: Call, _ router: Router) throws(Refusal) -> RouteResult
  {
    let body = try call.json()
    guard let pin = body["pin"]?.text, pin.utf8.count <= 16, let name = body["name"]?.text else {
      throw Refusal("pin and name must be strings", .invalid)
    }
    switch router.authenticator.pair(pin, name: name, from: call.address, at: router.time) {
    case .token(let token):
      _ = router.site.showPIN(nil)
      return .response(
        Response(.object(["token": .text(token), "role": .text(Role.control.rawValue)])))
    case .wrongPIN:
      if !router.authenticator.pairing.isOpen(at: router.time) { _ = router.site.showPIN(nil) }
      throw Refusal("wrong PIN", .permission)
    case .noPIN: throw Refusal("no PIN is on screen; request one first")
    case .rateLimited(let wait): return .response(Response.tooMany(wait))
    case .failed(let text): throw Refusal(text)
    }
  }
}

extension Router {
  /// Nothing may cover an override, which is for everyone who sees the display.
  fileprivate var isOverridden: Bool {
    site.outputs.first.map { JSONValue(overrideIn: $0.controlled.reports) != .null } ?? false
  }

  /// Removes the PIN from the display as soon as an override begins.
  fileprivate func cancelPairingOnOverride() {
    let generation = authenticator.pairing.generation
    loop.loop.assumeIsolated().scheduleTask(in: limits.events.interval) { [self] in
      let pairing = authenticator.pairing
      guard pairing.isOpen(at: time), pairing.generation == generation else { return }
      guard isOverridden else { return cancelPairingOnOverride() }
      authenticator.cancelPairing()
      _ = site.showPIN(nil)
    }
  }
}

extension Response {
  /// No PIN is shown: `why` is a code for programs, and `text` a message.
  fileprivate init(closed why: String, _ text: String) {
    self.init(
      .conflict,
      .object([
        "error": .text(text), "code": .text(Refusal.Code.refused.rawValue), "pairing": .text(why),
      ]))
  }

  /// The PIN is on screen for this long.
  fileprivate init(pairingFor time: Duration) {
    self.init(
      .object([
        "digits": .number(Double(PairingPIN.digits)),
        "expires": .number(Double(time.components.seconds)),
      ]))
  }
}

import NIOCore
import NIOHTTP1
import VitrineControl

/// Pairing: a client that sends the PIN shown on the display gets a token.
extension Route {
  static let pairing: [Route] = [
    Route(method: .post, path: "/api/v1/pairing", role: nil, act: begin),
    Route(method: .post, path: "/api/v1/pairing/token", role: nil, body: .json, act: prove),
  ]

  @Sendable private static func begin(_ call: Call, _ desk: Desk) throws(Refusal) -> Action {
    guard desk.doorkeeper.canPair else {
      throw Refusal("this player cannot store tokens: set service.state")
    }
    guard !desk.isOverridden else {
      return .answer(
        Answer(closed: "override", "an override is on screen; try again once it has ended"))
    }
    switch desk.doorkeeper.beginPairing(
      from: call.address, desk.site.serviceMenu(), at: desk.time)
    {
    case .off:
      return .answer(
        Answer(closed: "off", "pairing is off; create a token with: vitrine token add"))
    case .closed:
      return .answer(
        Answer(
          closed: "closed",
          """
          pairing is closed; open the service menu on the screen, or run vitrine token pair on the machine, \
          and try again within five minutes
          """))
    case .wait(let wait): return .answer(Answer.tooMany(wait))
    case .stands(let rest): return .answer(Answer(pairingFor: rest))
    case .digits(let pin):
      guard desk.site.showPIN(pin) else {
        desk.doorkeeper.cancelPairing()
        throw Refusal("this screen cannot show a PIN now; create a token with: vitrine token add")
      }
      desk.watchDigits()
      desk.audit(call, "pairing PIN shown", isDone: true)
      return .answer(Answer(pairingFor: Pairing.life))
    }
  }

  @Sendable private static func prove(_ call: Call, _ desk: Desk) throws(Refusal) -> Action {
    let body = try call.json()
    guard let pin = body["pin"]?.text, pin.utf8.count <= 16, let name = body["name"]?.text else {
      throw Refusal("pin and name must be strings", .invalid)
    }
    switch desk.doorkeeper.prove(pin, name: name, from: call.address, at: desk.time) {
    case .token(let token):
      _ = desk.site.showPIN(nil)
      return .answer(
        Answer(.object(["token": .text(token), "role": .text(Role.control.rawValue)])))
    case .wrong:
      if !desk.doorkeeper.pairing.isOpen(at: desk.time) { _ = desk.site.showPIN(nil) }
      throw Refusal("wrong PIN", .permission)
    case .notAsked: throw Refusal("no PIN is on screen; request one first")
    case .wait(let wait): return .answer(Answer.tooMany(wait))
    case .trouble(let text): throw Refusal(text)
    }
  }
}

extension Desk {
  /// Nothing may cover an override, which is for everyone who sees the display.
  fileprivate var isOverridden: Bool {
    site.outputs.first.map { JSONValue(overrideIn: $0.controlled.status) != .null } ?? false
  }

  /// Removes the PIN from the display as soon as an override begins.
  fileprivate func watchDigits() {
    let generation = doorkeeper.pairing.generation
    loop.loop.assumeIsolated().scheduleTask(in: limits.statusInterval) { [self] in
      let pairing = doorkeeper.pairing
      guard pairing.isOpen(at: time), pairing.generation == generation else { return }
      guard isOverridden else { return watchDigits() }
      doorkeeper.cancelPairing()
      _ = site.showPIN(nil)
    }
  }
}

extension Answer {
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
        "digits": .number(Double(Pairing.digits)),
        "expires": .number(Double(time.components.seconds)),
      ]))
  }
}

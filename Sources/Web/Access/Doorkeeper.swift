import NIOHTTP1
import VitrineLinux
import VitrineTiming

/// Authenticates clients and determines their roles. Confined to the server's thread.
final class Doorkeeper {
  private var tokens: TokenFile?
  private var wrongTokens = AttemptLimit()
  private var allowance: RequestAllowance
  private var door: PairingDoor
  private var randomness = SystemRandomNumberGenerator()
  private let news: @Sendable (WebNews) -> Void
  private var toldTrouble: String?

  /// Without a path, tokens and pairing are disabled.
  init(
    _ path: String?, _ pairing: PairingMode, _ limits: WebLimits,
    _ news: @escaping @Sendable (WebNews) -> Void
  ) {
    tokens = path.map { TokenFile($0) }
    allowance = RequestAllowance(burst: limits.burst, rate: limits.rate)
    door = PairingDoor(pairing)
    self.news = news
  }

  struct Client {
    let role: Role
    /// For the log.
    let name: String
    /// The client's token; nil if it authenticated by other means.
    var token: TokenBook.Entry?
    /// Identifies the owner of uploads.
    let owner: String

    init(_ token: TokenBook.Entry) {
      (role, name, self.token, owner) = (token.role, token.name, token, token.mark)
    }

    /// A client with a certificate from a configured issuer.
    init(certified name: String, _ role: Role) {
      (self.role, self.name, owner) = (role, name, "client \(name)".streamSafe)
    }

    /// A trusted program on this machine, whichever of the machine's addresses it uses.
    static func machine(_ address: String) -> Client {
      Client(role: .control, name: address, owner: "machine")
    }

    static func stranger(_ address: String) -> Client {
      Client(role: .view, name: address, owner: "stranger")
    }

    private init(role: Role, name: String, owner: String) {
      self.role = role
      self.name = name
      self.owner = owner
    }
  }

  enum Finding {
    case client(Client)
    /// Neither a token nor a certificate: only a trusted local program is admitted to endpoints
    /// that need a role.
    case stranger
    case wrong
    case wait(Duration)
    /// The tokens cannot be read at the moment.
    case unknown
  }

  /// Whether another request from this address is within its rate limit.
  func allows(_ address: String, at now: HostTime) -> Bool { allowance.spend(address, at: now) }

  func look(
    _ head: HTTPRequestHead, from address: String, _ certified: Client?, at now: HostTime
  ) -> Finding {
    let fields = head.headers["Authorization"]
    if let field = fields.first {
      guard refresh() else { return .unknown }
      guard fields.count == 1, field.lowercased().hasPrefix("bearer "),
        let entry = tokens?.book.entry(of: field.dropFirst(7))
      else { return wrong(address, now) }
      wrongTokens.noteRight(from: AddressKey.of(address))
      return .client(Client(entry))
    }
    return certified.map { .client($0) } ?? .stranger
  }

  private func wrong(_ address: String, _ now: HostTime) -> Finding {
    if let wait = wrongTokens.wait(for: AddressKey.of(address), at: now) { return .wait(wait) }
    wrongTokens.noteWrong(from: AddressKey.of(address), at: now)
    news(.refused(address: address, why: "invalid token"))
    return .wrong
  }

  /// Whether a token that was accepted before is still valid. None is while the file cannot be
  /// read.
  func isValid(_ token: TokenBook.Entry) -> Bool {
    refresh() && tokens?.book.entries.contains(token) == true
  }

  /// Reads the file if it has changed. Returns false if that fails.
  private func refresh() -> Bool {
    do throws(TokenFile.Trouble) {
      try tokens?.refresh()
      return true
    } catch {
      tell(error)
      return false
    }
  }

  private func tell(_ trouble: TokenFile.Trouble) {
    guard toldTrouble != trouble.description else { return }
    toldTrouble = trouble.description
    news(.failed(trouble.description))
  }
}

/// Pairing: a client that sends the PIN shown on the display gets a token.
extension Doorkeeper {
  var canPair: Bool { tokens != nil }

  /// The PIN on screen, if any.
  var pairing: Pairing { door.pairing }

  /// `visit` is the latest visit to the service menu. If the tokens cannot be read, pairing counts
  /// as not opened on the machine.
  func beginPairing(
    from address: String, _ visit: ServiceMenuVisit?, at now: HostTime
  ) -> PairingDoor.Beginning {
    let end = refresh() ? tokens?.book.pairingEnd : nil
    let openings = [
      PairingDoor.Opening(visit),
      PairingDoor.Opening(until: end, wall: WallTime.seconds, at: now),
    ]
    return door.begin(
      from: address, openings.compactMap(\.self), at: now, randomness: &randomness)
  }

  /// Cancels the PIN, because it could not be shown or must disappear.
  func cancelPairing() { door.cancel() }

  enum Proof {
    case token(String)
    case wrong
    case notAsked
    case wait(Duration)
    case trouble(String)
  }

  func prove(_ pin: String, name: String, from address: String, at now: HostTime) -> Proof {
    switch door.prove(pin, from: address, at: now) {
    case .wait(let wait): return .wait(wait)
    case .notAsked: return .notAsked
    case .wrong:
      news(.refused(address: address, why: "wrong pairing PIN"))
      return .wrong
    case .right: return makeToken(name, address)
    }
  }

  private func makeToken(_ name: String, _ address: String) -> Proof {
    do throws(TokenFile.Trouble) {
      guard let token = try addToken(name) else { return .notAsked }
      news(.paired(name: name, address: address))
      return .token(token)
    } catch {
      if case .book(_, let trouble) = error { return .trouble(trouble.description) }
      tell(error)
      return .trouble("the token could not be saved; see the log")
    }
  }

  private func addToken(_ name: String) throws(TokenFile.Trouble) -> String? {
    try tokens?.change { book throws(TokenBook.Trouble) in
      try book.add(
        name: name, role: .control, at: WallTime.seconds, randomness: &randomness)
    }
  }
}

import Linux
import NIOHTTP1
import Timing

/// Says who a client is and what it may. Thread-bound to the server's thread.
final class Doorkeeper {
  private var tokens: TokenFile?
  private var wrongTokens = AttemptLimit()
  private var wrongPINs = AttemptLimit()
  private var allowance: RequestAllowance
  private(set) var pairing = Pairing()
  private var randomness = SystemRandomNumberGenerator()
  private let news: @Sendable (WebNews) -> Void
  private var toldTrouble: String?

  /// Without a path there are no tokens and no pairing.
  init(_ path: String?, _ limits: WebLimits, _ news: @escaping @Sendable (WebNews) -> Void) {
    tokens = path.map { TokenFile($0) }
    allowance = RequestAllowance(burst: limits.burst, rate: limits.rate)
    self.news = news
  }

  struct Client {
    let role: Role
    /// For the log.
    let name: String
  }

  enum Finding {
    case client(Client)
    /// Neither a token nor this machine: what takes a role is refused.
    case stranger
    case wrong
    case wait(Duration)
  }

  /// Whether one more request may be made from there.
  func allows(_ address: String, at now: HostTime) -> Bool { allowance.spend(address, at: now) }

  /// `isLocal`: it comes from this machine, and no server has handed it on.
  func look(
    _ head: HTTPRequestHead, from address: String, isLocal: Bool, at now: HostTime
  ) -> Finding {
    let fields = head.headers["Authorization"]
    if let field = fields.first {
      guard fields.count == 1, field.lowercased().hasPrefix("bearer "),
        let entry = book.entry(of: field.dropFirst(7))
      else { return wrong(address, now) }
      wrongTokens.noteRight(from: address)
      return .client(Client(role: entry.role, name: entry.name))
    }
    return isLocal ? .client(Client(role: .control, name: address)) : .stranger
  }

  private func wrong(_ address: String, _ now: HostTime) -> Finding {
    if let wait = wrongTokens.wait(for: address, at: now) { return .wait(wait) }
    wrongTokens.noteWrong(from: address, at: now)
    news(.refused(address: address, why: "a token that is none of this player's"))
    return .wrong
  }

  private var book: TokenBook {
    do throws(TokenFile.Trouble) { try tokens?.refresh() } catch { tell(error) }
    return tokens?.book ?? TokenBook()
  }

  private func tell(_ trouble: TokenFile.Trouble) {
    guard toldTrouble != trouble.description else { return }
    toldTrouble = trouble.description
    news(.failed(trouble.description))
  }
}

/// Pairing: who can read the glass gets a token.
extension Doorkeeper {
  var canPair: Bool { tokens != nil }

  /// The digits to be shown; or how long to wait.
  func beginPairing(from address: String, at now: HostTime) -> Result<String, TooSoon> {
    if let wait = wrongPINs.wait(for: address, at: now) { return .failure(TooSoon(wait: wait)) }
    return .success(pairing.begin(at: now, randomness: &randomness))
  }

  struct TooSoon: Error { let wait: Duration }

  enum Proof {
    case token(String)
    case wrong
    case notAsked
    case wait(Duration)
    case trouble(String)
  }

  func prove(_ pin: String, name: String, from address: String, at now: HostTime) -> Proof {
    if let wait = wrongPINs.wait(for: address, at: now) { return .wait(wait) }
    switch pairing.prove(pin, at: now) {
    case .notAsked: return .notAsked
    case .wrong:
      wrongPINs.noteWrong(from: address, at: now)
      news(.refused(address: address, why: "digits that are not those on the screen"))
      return .wrong
    case .right:
      wrongPINs.noteRight(from: address)
      return makeToken(name, address)
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
      return .trouble("the token cannot be written down; the log says why")
    }
  }

  private func addToken(_ name: String) throws(TokenFile.Trouble) -> String? {
    try tokens?.change { book throws(TokenBook.Trouble) in
      try book.add(
        name: name, role: .control, at: WallTime.seconds, randomness: &randomness)
    }
  }
}

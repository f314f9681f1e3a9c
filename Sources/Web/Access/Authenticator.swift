import NIOHTTP1
import VitrineLinux
import VitrineTiming

/// Authenticates clients and determines their roles. Confined to the server's thread.
final class Authenticator {
  private var tokens: TokenFile?
  private var wrongTokens = AttemptLimit()
  private var rateLimiter: RateLimiter
  private var pairingPolicy: PairingPolicy
  private var randomness = SystemRandomNumberGenerator()
  private let report: @Sendable (WebEvent) -> Void
  private var reportedFailure: String?

  /// Without a path, tokens and pairing are disabled.
  init(
    _ path: String?, _ pairing: PairingMode, _ limits: WebLimits,
    _ report: @escaping @Sendable (WebEvent) -> Void
  ) {
    tokens = path.map { TokenFile($0) }
    rateLimiter = RateLimiter(burst: limits.requests.burst, rate: limits.requests.rate)
    pairingPolicy = PairingPolicy(pairing)
    self.report = report
  }

  struct Client {
    let role: Role
    /// For the log.
    let name: String
    /// The client's token; nil if it authenticated by other means.
    var token: TokenStore.Entry?
    /// Identifies the owner of uploads.
    let owner: String

    init(_ token: TokenStore.Entry) {
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

    static func anonymous(_ address: String) -> Client {
      Client(role: .view, name: address, owner: "anonymous")
    }

    private init(role: Role, name: String, owner: String) {
      self.role = role
      self.name = name
      self.owner = owner
    }
  }

  enum Outcome {
    case client(Client)
    /// Neither a token nor a certificate: only a trusted local program is admitted to endpoints
    /// that need a role.
    case anonymous
    case invalidToken
    case rateLimited(Duration)
    /// The tokens cannot be read at the moment.
    case unavailable
  }

  /// Whether another request from this address is within its rate limit.
  func allowsRequest(from address: String, at now: HostTime) -> Bool {
    rateLimiter.allowRequest(from: address, at: now)
  }

  func authenticate(
    _ head: HTTPRequestHead, from address: String, _ certified: Client?, at now: HostTime
  ) -> Outcome {
    let fields = head.headers["Authorization"]
    if let field = fields.first {
      guard refresh() else { return .unavailable }
      guard fields.count == 1, field.lowercased().hasPrefix("bearer "),
        let entry = tokens?.store.entry(of: field.dropFirst(7))
      else { return rejectToken(address, now) }
      wrongTokens.recordSuccess(from: AddressKey.of(address))
      return .client(Client(entry))
    }
    return certified.map { .client($0) } ?? .anonymous
  }

  private func rejectToken(_ address: String, _ now: HostTime) -> Outcome {
    if let wait = wrongTokens.wait(for: AddressKey.of(address), at: now) {
      return .rateLimited(wait)
    }
    wrongTokens.recordFailure(from: AddressKey.of(address), at: now)
    report(.refused(address: address, why: "invalid token"))
    return .invalidToken
  }

  /// Whether a token that was accepted before is still valid. None is while the file cannot be
  /// read.
  func isValid(_ token: TokenStore.Entry) -> Bool {
    refresh() && tokens?.store.entries.contains(token) == true
  }

  /// Reads the file if it has changed. Returns false if that fails.
  private func refresh() -> Bool {
    do throws(TokenFile.Failure) {
      try tokens?.refresh()
      return true
    } catch {
      reportOnce(error)
      return false
    }
  }

  private func reportOnce(_ failure: TokenFile.Failure) {
    guard reportedFailure != failure.description else { return }
    reportedFailure = failure.description
    report(.failed(failure.description))
  }
}

/// Pairing: a client that sends the PIN shown on the display gets a token.
extension Authenticator {
  var canPair: Bool { tokens != nil }

  /// The PIN on screen, if any.
  var pairing: PairingPIN { pairingPolicy.pairing }

  /// `session` is the latest session of the service menu. If the tokens cannot be read, pairing
  /// counts as not opened on the machine.
  func beginPairing(
    from address: String, _ session: ServiceMenuSession?, at now: HostTime
  ) -> PairingPolicy.StartResult {
    let end = refresh() ? tokens?.store.pairingEnd : nil
    let windows = [
      PairingPolicy.Window(session),
      PairingPolicy.Window(until: end, wall: WallTime.seconds, at: now),
    ]
    return pairingPolicy.begin(
      from: address, windows.compactMap(\.self), at: now, randomness: &randomness)
  }

  /// Cancels the PIN, because it could not be shown or must disappear.
  func cancelPairing() { pairingPolicy.cancel() }

  enum PairingResult {
    case token(String)
    case wrongPIN
    case noPIN
    case rateLimited(Duration)
    case failed(String)
  }

  func pair(_ pin: String, name: String, from address: String, at now: HostTime) -> PairingResult {
    switch pairingPolicy.verify(pin, from: address, at: now) {
    case .rateLimited(let wait): return .rateLimited(wait)
    case .noPIN: return .noPIN
    case .wrong:
      report(.refused(address: address, why: "wrong pairing PIN"))
      return .wrongPIN
    case .right: return makeToken(name, address)
    }
  }

  private func makeToken(_ name: String, _ address: String) -> PairingResult {
    do throws(TokenFile.Failure) {
      guard let token = try addToken(name) else { return .noPIN }
      report(.paired(name: name, address: address))
      return .token(token)
    } catch {
      if case .store(_, let failure) = error { return .failed(failure.description) }
      reportOnce(error)
      return .failed("the token could not be saved; see the log")
    }
  }

  private func addToken(_ name: String) throws(TokenFile.Failure) -> String? {
    try tokens?.change { store throws(TokenStore.Failure) in
      try store.add(
        name: name, role: .control, at: WallTime.seconds, randomness: &randomness)
    }
  }
}

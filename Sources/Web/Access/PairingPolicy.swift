package import VitrineTiming

/// When clients may request a PIN. The raw values are those of the configuration.
package enum PairingMode: String, CaseIterable, Sendable {
  case off
  /// While the service menu is open, or after an operator has opened pairing on the machine, and
  /// for a few minutes after that.
  case menu
  case always
}

/// The current or latest period for which the service menu was open.
package struct ServiceMenuSession: Hashable, Sendable {
  package let began: HostTime
  package let latest: HostTime

  package init(began: HostTime, latest: HostTime) {
    self.began = began
    self.latest = latest
  }
}

/// Decides whether a PIN is shown; limits guesses, and for how long unauthenticated clients can
/// cover the picture. A value type.
struct PairingPolicy {
  /// A permission to pair, given at the display or on the machine.
  struct Window: Hashable {
    /// Distinguishes windows.
    let mark: Int64
    let until: HostTime

    init?(_ session: ServiceMenuSession?) {
      guard let session else { return nil }
      (mark, until) = (session.began.nanoseconds, session.latest + PairingPolicy.windowLength)
    }

    /// An opening by the command line, until `end` on the wall clock in seconds since 1970. Nil if
    /// that has passed, or if it is later than the command would set.
    init?(until end: Double?, wall: Double, at now: HostTime) {
      guard let end, end > wall, end - wall <= PairingPolicy.windowSeconds else { return nil }
      (mark, until) = (
        Int64(saturating: end * 1000), now + .milliseconds(Int64(saturating: (end - wall) * 1000))
      )
    }
  }

  /// How long pairing stays open after the service menu was closed, or after it was opened on the
  /// machine.
  static let windowLength = Duration.seconds(windowSeconds)
  static let windowSeconds = 300.0

  let mode: PairingMode
  private(set) var pairing = PairingPIN()
  private var wrongPINs = AttemptLimit(Self.wrongLimits)
  /// PINs that were shown without an opening and not used.
  private var unusedPINs = AttemptLimit(Self.unusedLimits)
  private var seen: Set<Int64> = []

  /// Lets an unauthenticated client try about forty of a million PINs, then one a day. An hour
  /// without attempts resets nothing.
  private static let wrongLimits = AttemptLimit.Limits(
    perAddress: 5, overall: 20, firstWait: .seconds(10), longestWait: .seconds(86_400),
    memory: .seconds(30 * 86_400))
  /// For all unauthenticated clients together: seven PINs of two minutes each on the first day,
  /// then one a day.
  private static let unusedLimits = AttemptLimit.Limits(
    perAddress: 3, overall: 3, firstWait: .seconds(3600), longestWait: .seconds(86_400),
    memory: .seconds(30 * 86_400))

  init(_ mode: PairingMode) { self.mode = mode }

  enum StartResult: Hashable {
    /// A new PIN to show.
    case show(String)
    /// A PIN is already on screen, for this much longer.
    case alreadyShown(Duration)
    case rateLimited(Duration)
    /// Pairing has not been opened.
    case closed
    case off
  }

  /// All clients that request a PIN while one is on screen share it.
  mutating func begin(
    from address: String, _ windows: [Window], at now: HostTime,
    randomness: inout some RandomNumberGenerator
  ) -> StartResult {
    guard mode != .off else { return .off }
    if let rest = pairing.rest(at: now) { return .alreadyShown(rest) }
    let open = windows.filter { $0.until > now }
    // Earlier attempts of others must not lock out an operator at the display.
    if open.contains(where: { !seen.contains($0.mark) }) { forget() }
    seen = Set(open.map(\.mark))
    let key = AddressKey.of(address)
    if let wait = wrongPINs.wait(for: key, at: now) { return .rateLimited(wait) }
    if open.isEmpty {
      guard mode == .always else { return .closed }
      if let wait = unusedPINs.wait(for: key, at: now) { return .rateLimited(wait) }
      unusedPINs.recordFailure(from: key, at: now)
    }
    return .show(pairing.begin(at: now, randomness: &randomness))
  }

  /// Cancels the PIN, because it could not be shown or must disappear.
  mutating func cancel() { pairing.cancel() }

  enum Outcome: Hashable {
    case right, wrong, noPIN
    case rateLimited(Duration)
  }

  mutating func verify(_ pin: String, from address: String, at now: HostTime) -> Outcome {
    let key = AddressKey.of(address)
    if let wait = wrongPINs.wait(for: key, at: now) { return .rateLimited(wait) }
    switch pairing.verify(pin, at: now) {
    case .noPIN: return .noPIN
    case .wrong:
      wrongPINs.recordFailure(from: key, at: now)
      return .wrong
    case .right:
      forget()
      return .right
    }
  }

  private mutating func forget() {
    wrongPINs = AttemptLimit(Self.wrongLimits)
    unusedPINs = AttemptLimit(Self.unusedLimits)
  }
}

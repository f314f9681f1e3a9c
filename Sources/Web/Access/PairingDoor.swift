public import VitrineTiming

/// When clients may request a PIN. The raw values are those of the configuration.
public enum PairingMode: String, CaseIterable, Sendable {
  case off
  /// While the service menu is open, or after an operator has opened pairing on the machine, and
  /// for a few minutes after that.
  case menu
  case always
}

/// The current or latest period for which the service menu was open.
public struct ServiceMenuVisit: Hashable, Sendable {
  public let began: HostTime
  public let latest: HostTime

  public init(began: HostTime, latest: HostTime) {
    self.began = began
    self.latest = latest
  }
}

/// Decides whether a PIN is shown; limits guesses, and for how long unauthenticated clients can
/// cover the picture. A value type.
struct PairingDoor {
  /// A permission to pair, given at the display or on the machine.
  struct Opening: Hashable {
    /// Distinguishes openings.
    let mark: Int64
    let until: HostTime

    init?(_ visit: ServiceMenuVisit?) {
      guard let visit else { return nil }
      (mark, until) = (visit.began.nanoseconds, visit.latest + PairingDoor.window)
    }

    /// An opening by the command line, until `end` on the wall clock in seconds since 1970. Nil if
    /// that has passed, or if it is later than the command would set.
    init?(until end: Double?, wall: Double, at now: HostTime) {
      guard let end, end > wall, end - wall <= PairingDoor.windowSeconds else { return nil }
      (mark, until) = (
        Int64(saturating: end * 1000), now + .milliseconds(Int64(saturating: (end - wall) * 1000))
      )
    }
  }

  /// How long pairing stays open after the service menu was closed, or after it was opened on the
  /// machine.
  static let window = Duration.seconds(windowSeconds)
  static let windowSeconds = 300.0

  let mode: PairingMode
  private(set) var pairing = Pairing()
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

  enum Beginning: Hashable {
    /// A new PIN to show.
    case digits(String)
    /// A PIN is already on screen, for this much longer.
    case stands(Duration)
    case wait(Duration)
    /// Pairing has not been opened.
    case closed
    case off
  }

  /// All clients that request a PIN while one is on screen share it.
  mutating func begin(
    from address: String, _ openings: [Opening], at now: HostTime,
    randomness: inout some RandomNumberGenerator
  ) -> Beginning {
    guard mode != .off else { return .off }
    if let rest = pairing.rest(at: now) { return .stands(rest) }
    let open = openings.filter { $0.until > now }
    // Earlier attempts of others must not lock out an operator at the display.
    if open.contains(where: { !seen.contains($0.mark) }) { forget() }
    seen = Set(open.map(\.mark))
    let key = AddressKey.of(address)
    if let wait = wrongPINs.wait(for: key, at: now) { return .wait(wait) }
    if open.isEmpty {
      guard mode == .always else { return .closed }
      if let wait = unusedPINs.wait(for: key, at: now) { return .wait(wait) }
      unusedPINs.noteWrong(from: key, at: now)
    }
    return .digits(pairing.begin(at: now, randomness: &randomness))
  }

  /// Cancels the PIN, because it could not be shown or must disappear.
  mutating func cancel() { pairing.cancel() }

  enum Proof: Hashable {
    case right, wrong, notAsked
    case wait(Duration)
  }

  mutating func prove(_ pin: String, from address: String, at now: HostTime) -> Proof {
    let key = AddressKey.of(address)
    if let wait = wrongPINs.wait(for: key, at: now) { return .wait(wait) }
    switch pairing.prove(pin, at: now) {
    case .notAsked: return .notAsked
    case .wrong:
      wrongPINs.noteWrong(from: key, at: now)
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

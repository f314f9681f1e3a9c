public import VitrineTiming

/// When phones may ask for a PIN on the screen. The raw values are words of the configuration.
public enum PairingMode: String, CaseIterable, Sendable {
  case off
  /// While the service menu is open at the screen, or an operator has opened pairing on the machine, and for a few
  /// minutes after.
  case menu
  case always
}

/// The period for which the service menu is open at the screen, or was open last.
public struct ServiceMenuVisit: Hashable, Sendable {
  public let began: HostTime
  public let latest: HostTime

  public init(began: HostTime, latest: HostTime) { (self.began, self.latest) = (began, latest) }
}

/// Decides whether a PIN is shown, and limits guesses and how long strangers can cover the picture. A value.
struct PairingDoor {
  /// A permission to pair, given at the screen or on the machine.
  struct Opening: Hashable {
    /// Tells one opening from the next.
    let mark: Int64
    let until: HostTime

    init?(_ visit: ServiceMenuVisit?) {
      guard let visit else { return nil }
      (mark, until) = (visit.began.nanoseconds, visit.latest + PairingDoor.window)
    }

    /// By the command line, until a time of the wall clock in seconds since 1970; nil where that is over, or no time
    /// that the command gives.
    init?(until end: Double?, wall: Double, at now: HostTime) {
      guard let end, end > wall, end - wall <= PairingDoor.windowSeconds else { return nil }
      (mark, until) = (
        Int64(saturating: end * 1000), now + .milliseconds(Int64(saturating: (end - wall) * 1000))
      )
    }
  }

  /// How long pairing stays open after the service menu was, or once it was opened on the machine.
  static let window = Duration.seconds(windowSeconds)
  static let windowSeconds = 300.0

  let mode: PairingMode
  private(set) var pairing = Pairing()
  private var wrongPINs = AttemptLimit(Self.wrongLimits)
  /// PINs that were shown and not used while pairing was not opened.
  private var unusedPINs = AttemptLimit(Self.unusedLimits)
  private var seen: Set<Int64> = []

  /// Of a million PINs a stranger tries some forty, and then one a day. An hour without one changes nothing.
  private static let wrongLimits = AttemptLimit.Limits(
    perAddress: 5, overall: 20, firstWait: .seconds(10), longestWait: .seconds(86_400),
    memory: .seconds(30 * 86_400))
  /// Whatever the number of strangers: seven PINs, of two minutes each, on the first day, and then one a day.
  private static let unusedLimits = AttemptLimit.Limits(
    perAddress: 3, overall: 3, firstWait: .seconds(3600), longestWait: .seconds(86_400),
    memory: .seconds(30 * 86_400))

  init(_ mode: PairingMode) { self.mode = mode }

  enum Beginning: Hashable {
    /// New digits, to be shown.
    case digits(String)
    /// They are on the screen already, for so long.
    case stands(Duration)
    case wait(Duration)
    /// Pairing is not opened.
    case closed
    case off
  }

  /// Digits that are on the screen stay the same for all clients that ask.
  mutating func begin(
    from address: String, _ openings: [Opening], at now: HostTime,
    randomness: inout some RandomNumberGenerator
  ) -> Beginning {
    guard mode != .off else { return .off }
    if let rest = pairing.rest(at: now) { return .stands(rest) }
    let open = openings.filter { $0.until > now }
    // Earlier attempts of strangers do not lock out the operator who is at the screen now.
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

  /// The digits could not be shown, or are not to be shown any more.
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

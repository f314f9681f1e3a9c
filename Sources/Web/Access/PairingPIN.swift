import VitrineTiming

/// A six-digit PIN, shown on the display for a limited time, that proves that a person can see it.
/// A value type.
struct PairingPIN {
  private struct Open {
    let pin: String
    let until: HostTime
    var wrongs = 0
  }

  static let digits = 6
  static let lifetime = Duration.seconds(120)
  /// After this many wrong attempts the PIN is invalid.
  static let attempts = 5

  private var open: Open?

  enum Outcome: Hashable { case right, wrong, noPIN }

  /// Returns a new PIN, which replaces the previous one.
  mutating func begin(
    at now: HostTime, randomness: inout some RandomNumberGenerator
  ) -> String {
    let number = Int.random(in: 0..<1_000_000, using: &randomness)
    let text = String(number)
    let pin = String(repeating: "0", count: Self.digits - text.count) + text
    open = Open(pin: pin, until: now + Self.lifetime)
    generation += 1
    return pin
  }

  /// Checks a PIN. It can be used once.
  mutating func verify(_ pin: String, at now: HostTime) -> Outcome {
    guard var asked = open, asked.until > now else {
      open = nil
      return .noPIN
    }
    guard asked.pin == pin else {
      asked.wrongs += 1
      open = asked.wrongs < Self.attempts ? asked : nil
      return .wrong
    }
    open = nil
    return .right
  }

  /// Called when the PIN could not be shown.
  mutating func cancel() { open = nil }

  /// How long the PIN is still on screen; nil if there is none.
  func rest(at now: HostTime) -> Duration? {
    open.flatMap { $0.until > now ? $0.until - now : nil }
  }

  /// Counts PINs: a screenshot from the time of a PIN may show it.
  private(set) var generation = 0

  /// Whether a PIN is on screen.
  func isOpen(at now: HostTime) -> Bool { open.map { $0.until > now } ?? false }
}

import VitrineTiming

/// Six digits on the glass, for a while, that who stands before it can prove to see. A value.
struct Pairing {
  private struct Open {
    let pin: String
    let until: HostTime
    var wrongs = 0
  }

  static let digits = 6
  static let life = Duration.seconds(120)
  /// Wrong ones after which the digits are worth nothing.
  static let tries = 5

  private var open: Open?

  enum Outcome: Hashable { case right, wrong, notAsked }

  /// New digits, in the place of those before.
  mutating func begin(
    at now: HostTime, randomness: inout some RandomNumberGenerator
  ) -> String {
    let number = Int.random(in: 0..<1_000_000, using: &randomness)
    let text = String(number)
    let pin = String(repeating: "0", count: Self.digits - text.count) + text
    open = Open(pin: pin, until: now + Self.life)
    generation += 1
    return pin
  }

  /// The digits are good once.
  mutating func prove(_ pin: String, at now: HostTime) -> Outcome {
    guard var asked = open, asked.until > now else {
      open = nil
      return .notAsked
    }
    guard asked.pin == pin else {
      asked.wrongs += 1
      open = asked.wrongs < Self.tries ? asked : nil
      return .wrong
    }
    open = nil
    return .right
  }

  /// They could not be shown.
  mutating func cancel() { open = nil }

  /// How long digits stand on the glass yet; nil where none do.
  func rest(at now: HostTime) -> Duration? {
    open.flatMap { $0.until > now ? $0.until - now : nil }
  }

  /// How often digits were drawn: who sees a picture of the glass from then has seen them.
  private(set) var generation = 0

  /// Whether digits stand on the glass.
  func isOpen(at now: HostTime) -> Bool { open.map { $0.until > now } ?? false }
}

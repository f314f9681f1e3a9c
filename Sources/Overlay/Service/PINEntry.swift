internal import VitrineTiming

/// Digits that are typed, and what comes of wrong ones: after three nothing is looked at for 30 s, then
/// for twice as long each time, up to an hour. A value.
struct PINEntry: Hashable, Sendable {
  private(set) var digits = ""
  private var wrong = 0
  private(set) var lockedUntil: HostTime?
  /// Whether the last digits were wrong; until others are typed.
  private(set) var isRefused = false

  private static let tries = 3
  private static let shortestLock = Duration.seconds(30)
  private static let longestLock = Duration.seconds(3600)

  func isLocked(at now: HostTime) -> Bool { lockedUntil.map { now < $0 } ?? false }

  /// Takes one more digit. Whether these are now the right ones.
  mutating func type(_ digit: Int, for pin: String, at now: HostTime) -> Bool {
    guard (0...9).contains(digit), !isLocked(at: now) else { return false }
    isRefused = false
    digits += "\(digit)"
    guard digits.utf8.count >= pin.utf8.count else { return false }
    defer { digits = "" }
    if digits == pin {
      (wrong, lockedUntil) = (0, nil)
      return true
    }
    (wrong, isRefused) = (wrong + 1, true)
    if wrong.isMultiple(of: Self.tries) { lock(at: now) }
    return false
  }

  private mutating func lock(at now: HostTime) {
    let doublings = min(wrong / Self.tries - 1, 10)
    lockedUntil = now + min(Self.shortestLock * (1 << doublings), Self.longestLock)
  }

  /// A lock that is over is none.
  mutating func timePassed(_ now: HostTime) {
    if let lockedUntil, lockedUntil <= now { (self.lockedUntil, isRefused) = (nil, false) }
  }

  mutating func erase() {
    if !digits.isEmpty { digits.removeLast() }
    isRefused = false
  }

  /// What was typed is forgotten; how often it was wrong is not.
  mutating func clear() { (digits, isRefused) = ("", false) }
}

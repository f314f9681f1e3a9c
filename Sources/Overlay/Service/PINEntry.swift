internal import VitrineTiming

/// PIN entry with a lockout: after three wrong attempts it is locked for 30 s, then for twice as
/// long each time, up to an hour. A value type.
struct PINEntry: Hashable, Sendable {
  private(set) var digits = ""
  private var wrong = 0
  private(set) var lockedUntil: HostTime?
  /// Whether the last PIN was wrong; until other digits are typed.
  private(set) var isRefused = false

  private static let tries = 3
  private static let shortestLock = Duration.seconds(30)
  private static let longestLock = Duration.seconds(3600)

  func isLocked(at now: HostTime) -> Bool { lockedUntil.map { now < $0 } ?? false }

  /// Adds a digit; returns whether the PIN is complete and right.
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

  /// Removes an expired lock.
  mutating func timePassed(_ now: HostTime) {
    if let lockedUntil, lockedUntil <= now { (self.lockedUntil, isRefused) = (nil, false) }
  }

  mutating func erase() {
    if !digits.isEmpty { digits.removeLast() }
    isRefused = false
  }

  /// Clears the digits, but not the number of wrong attempts.
  mutating func clear() { (digits, isRefused) = ("", false) }
}

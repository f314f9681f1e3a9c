import VitrineTiming

/// A USB stick that plays directly.
struct PlayingStick {
  let path: String
  /// The versions of its files, by path.
  let marks: [String: String]
  let playable: Int
  /// Consecutive failed items.
  fileprivate var failures = 0

  init(path: String, marks: [String: String], playable: Int) {
    self.path = path
    self.marks = marks
    self.playable = playable
  }

  /// The number of consecutive failures that ends its playback.
  private static let most = 2

  fileprivate var hasFailed: Bool { failures >= min(Self.most, max(playable, 1)) }
}

/// The stick that plays directly, and the times of the checks for sticks.
struct StickPlayback {
  private(set) var current: PlayingStick?
  /// Sticks whose files failed to play, with their contents at that time.
  private var rejected: [String: [String: String]] = [:]
  /// When to check that the current stick is still plugged in.
  private var presenceDue = HostTime(nanoseconds: 0)
  /// When to check for another stick during a download.
  private var searchDue = HostTime(nanoseconds: 0)

  /// The interval for checking that the stick is plugged in. The previous content must be back in
  /// the queue before the stick's decoded pictures run out.
  private static let presencePeriod = Duration.milliseconds(200)

  mutating func begin(_ stick: PlayingStick, at now: HostTime) {
    current = stick
    presenceDue = now + Self.presencePeriod
  }

  mutating func end() { current = nil }

  /// Whether the file at this path is on the current stick.
  func holds(_ path: String) -> Bool {
    current.map { path.hasPrefix($0.path + "/") } == true
  }

  /// Whether a stick failed to play with these contents.
  func hasRejected(_ path: String, _ marks: [String: String]) -> Bool { rejected[path] == marks }

  /// Forgets the failures of sticks that are no longer plugged in.
  mutating func forgetRejected(except paths: [String]) {
    rejected = rejected.filter { paths.contains($0.key) }
  }

  mutating func recordShowing() { current?.failures = 0 }

  /// Counts a failed item; returns whether the stick must stop. Its contents are then rejected.
  mutating func recordFailure() -> Bool {
    current?.failures += 1
    guard let current, current.hasFailed else { return false }
    rejected[current.path] = current.marks
    return true
  }

  /// The time of the next presence check; nil without a current stick.
  var nextPresenceCheck: HostTime? { current == nil ? nil : presenceDue }

  /// Whether to check now that the current stick is plugged in; schedules the next check.
  mutating func isPresenceDue(at now: HostTime) -> Bool {
    guard current != nil, presenceDue <= now else { return false }
    presenceDue = now + Self.presencePeriod
    return true
  }

  /// Whether to look for a stick now, during a download; schedules the next search.
  mutating func isSearchDue(at now: HostTime, every period: Duration) -> Bool {
    guard current == nil, searchDue <= now else { return false }
    searchDue = now + period
    return true
  }
}

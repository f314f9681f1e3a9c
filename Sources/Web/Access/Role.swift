/// A client's role. Each includes the rights of those before it.
package enum Role: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Reads the status, the statistics and screenshots.
  case view
  /// Controls the player and uploads files.
  case control
  /// Reads the log and the configuration, and removes files.
  case admin

  package static func < (one: Role, other: Role) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .view: 0
    case .control: 1
    case .admin: 2
    }
  }
}

/// What a client may. Each may what those before it may.
public enum Role: String, Hashable, Sendable, CaseIterable, Comparable {
  /// Looks: what plays, the figures, the picture.
  case view
  /// Operates the player, and brings it files.
  case control
  /// Reads the log and the configuration, and removes files.
  case admin

  public static func < (one: Role, other: Role) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .view: 0
    case .control: 1
    case .admin: 2
    }
  }
}

/// What decides between items whose windows are open: the highest with an item to show has the screen
/// alone.
public enum Level: Hashable, Comparable, Sendable {
  case fill
  case rest(priority: Int)
  case replace(priority: Int)
  case exclusive(priority: Int)
  case override

  /// In reports.
  public var text: String {
    switch self {
    case .override: "override"
    case .exclusive: "exclusive"
    case .replace(let priority): priority == 0 ? "scheduled" : "priority \(priority)"
    case .rest: "rest"
    case .fill: "fill"
    }
  }
}

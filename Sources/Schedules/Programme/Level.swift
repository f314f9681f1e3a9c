/// What decides between items whose windows are open: the highest with an item to show has the screen
/// alone.
public enum Level: Hashable, Comparable, Sendable {
  case fill(priority: Int)
  case rest(priority: Int)
  case replace(priority: Int)
  case exclusive(priority: Int)
  case override

  /// Whether it is what is shown where nothing else is.
  public var isFill: Bool { if case .fill = self { true } else { false } }

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

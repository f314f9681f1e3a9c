/// The rank of an eligible item. Only items of the highest level are shown.
package enum Level: Hashable, Comparable, Sendable {
  case fill(priority: Int)
  case rest(priority: Int)
  case replace(priority: Int)
  case exclusive(priority: Int)
  case override

  /// Whether items of this level are shown only if there is nothing else.
  package var isFill: Bool { if case .fill = self { true } else { false } }

  /// The name in reports.
  package var text: String {
    switch self {
    case .override: "override"
    case .exclusive: "exclusive"
    case .replace(let priority): priority == 0 ? "scheduled" : "priority \(priority)"
    case .rest: "rest"
    case .fill: "fill"
    }
  }
}

/// The rules for when an item is shown: its own, and those of the surrounding lists.
package struct ShowingRules: Hashable, Sendable {
  /// How an item relates to others while its windows are open.
  package enum Mode: String, CaseIterable, Hashable, Sendable {
    /// Takes the screen exclusively.
    case exclusive
    /// Replaces items without windows.
    case replace
    /// Is shown among the items of any other level.
    case interleave
    /// Is shown if no higher level has an item.
    case rest
    /// Is shown if there is nothing else at all.
    case fill
    /// Is shown only while the machine's clock is not trusted.
    case clockless = "no-clock"
  }

  /// All of them must be open.
  package var conditions: [Condition] = []
  /// Nil derives the mode: `interleave` with a number of showings per hour, `replace` with windows,
  /// otherwise `rest`.
  package var mode: Mode?
  /// The list that set `mode`. Its items are exclusive as a group.
  package var modeOwner = ""
  /// Of several items on one level, those with the highest priority are shown.
  package var priority = 0
  /// The share of the time, relative to its siblings; nil if not given.
  package var weight: Int?
  /// The exact number of showings per hour.
  package var perHour: Int?
  /// The surrounding lists whose items take turns as one, outermost first.
  package var campaigns: [Campaign] = []
  /// Whether the item is an emergency override.
  package var isOverride = false

  package init() {}

  /// A list whose items take turns as one.
  package struct Campaign: Hashable, Sendable {
    /// The list's place, which identifies it.
    package var key: String
    package var title: String
    package var weight: Int?
    package var perHour: Int?

    package init(key: String, title: String, weight: Int? = nil, perHour: Int? = nil) {
      self.key = key
      self.title = title
      self.weight = weight
      self.perHour = perHour
    }
  }

  var effectiveMode: Mode {
    if let mode { return mode }
    if perHour != nil || campaigns.contains(where: { $0.perHour != nil }) { return .interleave }
    return conditions.isEmpty ? .rest : .replace
  }
}

extension ShowingRules {
  /// The name of the level or mode in reports.
  package var levelText: String {
    if isOverride { return Level.override.text }
    return switch effectiveMode {
    case .exclusive: Level.exclusive(priority: priority).text
    case .replace: Level.replace(priority: priority).text
    case .rest: Level.rest(priority: priority).text
    case .fill: Level.fill(priority: priority).text
    case .interleave, .clockless: effectiveMode.rawValue
    }
  }
}

/// What a list says of when an item is shown: its own words, and those of the lists around it.
public struct ShowingRules: Hashable, Sendable {
  /// How it stands to all else, while its windows are open.
  public enum Mode: String, CaseIterable, Hashable, Sendable {
    /// Has the screen alone.
    case exclusive
    /// Is shown in the place of what has no windows.
    case replace
    /// Is shown together with whatever else is.
    case interleave
    /// Is shown where nothing above it is.
    case rest
    /// Is shown where there is nothing else at all.
    case fill
    /// Is shown while the machine's clock is not to be trusted, and at no other time.
    case clockless = "no-clock"
  }

  /// All of them have to be open.
  public var conditions: [Condition] = []
  /// Nil follows from the rest: `interleave` where it is shown so often an hour, `replace` where it has
  /// windows, else `rest`.
  public var mode: Mode?
  /// Where `mode` was said: what shares it stands together.
  public var modeOwner = ""
  /// Of what stands equally the highest is shown alone.
  public var priority = 0
  /// Its part of the time, against the others beside it; nil says nothing.
  public var weight: Int?
  /// How often it is shown in each hour, no more and no less.
  public var perHour: Int?
  /// The lists around it that take turns as one, from the outermost.
  public var campaigns: [Campaign] = []
  /// Shown whatever else there is, until its end.
  public var isOverride = false

  public init() {}

  /// A list whose items take turns as one.
  public struct Campaign: Hashable, Sendable {
    /// Tells it from others: the list's place.
    public var key: String
    public var title: String
    public var weight: Int?
    public var perHour: Int?

    public init(key: String, title: String, weight: Int? = nil, perHour: Int? = nil) {
      (self.key, self.title, self.weight, self.perHour) = (key, title, weight, perHour)
    }
  }

  var effectiveMode: Mode {
    if let mode { return mode }
    if perHour != nil || campaigns.contains(where: { $0.perHour != nil }) { return .interleave }
    return conditions.isEmpty ? .rest : .replace
  }
}

extension ShowingRules {
  /// The level that it stands on, in reports.
  public var levelText: String {
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

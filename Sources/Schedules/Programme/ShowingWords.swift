/// What a list's entry, or a list, says of when it is shown; nil is left unsaid.
public struct ShowingWords: Hashable, Sendable {
  public var from: CivilTime?
  public var until: CivilTime?
  public var table: TimeTable?
  /// The path of a calendar's file.
  public var calendar: String?
  /// Of its events only those that are called so, or are of this category.
  public var event: String?
  /// What has been read of it.
  public var times: CalendarTimes?
  public var mode: ShowingRules.Mode?
  public var priority: Int?
  public var weight: Int?
  public var perHour: Int?
  /// What the lists around it say; nil where they say nothing.
  public private(set) var around: ShowingRules?

  public init() {}

  /// With `others` for what these leave unsaid.
  public func completed(by others: ShowingWords) -> ShowingWords {
    var words = self
    words.from = from ?? others.from
    words.until = until ?? others.until
    words.table = table ?? others.table
    words.calendar = calendar ?? others.calendar
    // It is one of its calendar.
    words.event = calendar == nil ? event ?? others.event : event
    words.mode = mode ?? others.mode
    words.priority = priority ?? others.priority
    words.weight = weight ?? others.weight
    words.perHour = perHour ?? others.perHour
    words.around = around ?? others.around
    return words
  }

  /// What holds for all in a list of which this is said. `key` tells the list from others.
  public func inside(_ key: String, title: String) -> ShowingWords {
    guard var rules else { return ShowingWords() }
    if mode != nil { rules.modeOwner = key }
    if weight != nil || perHour != nil {
      rules.campaigns.append(
        ShowingRules.Campaign(key: key, title: title, weight: weight, perHour: perHour))
    }
    (rules.weight, rules.perHour) = (nil, nil)
    var words = ShowingWords()
    words.around = rules
    return words
  }

  /// Nil where neither it nor a list around it says anything.
  public var rules: ShowingRules? {
    guard self != ShowingWords() else { return nil }
    var rules = around ?? ShowingRules()
    let condition = Condition(from: from, until: until, table: table, calendar: times)
    if condition != Condition() { rules.conditions.append(condition) }
    if let mode { (rules.mode, rules.modeOwner) = (mode, "") }
    rules.priority = priority ?? rules.priority
    (rules.weight, rules.perHour) = (weight, perHour)
    return rules
  }
}

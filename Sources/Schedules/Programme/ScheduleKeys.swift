/// The schedule keys of a playlist or one of its entries; nil for keys that are not given.
package struct ScheduleKeys: Hashable, Sendable {
  package var from: CivilTime?
  package var until: CivilTime?
  package var table: TimeTable?
  /// The path of the calendar file.
  package var calendar: String?
  /// Selects the calendar's events by title or category.
  package var event: String?
  /// The times read from the calendar.
  package var times: CalendarTimes?
  package var mode: ShowingRules.Mode?
  package var priority: Int?
  package var weight: Int?
  package var perHour: Int?
  /// The rules of the surrounding lists; nil if they have none.
  package private(set) var around: ShowingRules?

  package init() {}

  /// Returns the keys, with `others` for those that are not given.
  package func completed(by others: ScheduleKeys) -> ScheduleKeys {
    var words = self
    words.from = from ?? others.from
    words.until = until ?? others.until
    words.table = table ?? others.table
    words.calendar = calendar ?? others.calendar
    // `event` belongs to its calendar.
    words.event = calendar == nil ? event ?? others.event : event
    words.mode = mode ?? others.mode
    words.priority = priority ?? others.priority
    words.weight = weight ?? others.weight
    words.perHour = perHour ?? others.perHour
    words.around = around ?? others.around
    return words
  }

  /// Returns the keys that entries inherit from a list with these keys. `key` identifies the list.
  package func inside(_ key: String, title: String) -> ScheduleKeys {
    guard var rules else { return ScheduleKeys() }
    if mode != nil { rules.modeOwner = key }
    if weight != nil || perHour != nil {
      rules.campaigns.append(
        ShowingRules.Campaign(key: key, title: title, weight: weight, perHour: perHour))
    }
    (rules.weight, rules.perHour) = (nil, nil)
    var words = ScheduleKeys()
    words.around = rules
    return words
  }

  /// The rules; nil if neither the entry nor a surrounding list has any.
  package var rules: ShowingRules? {
    guard self != ScheduleKeys() else { return nil }
    var rules = around ?? ShowingRules()
    let condition = Condition(from: from, until: until, table: table, calendar: times)
    if condition != Condition() { rules.conditions.append(condition) }
    if let mode { (rules.mode, rules.modeOwner) = (mode, "") }
    rules.priority = priority ?? rules.priority
    (rules.weight, rules.perHour) = (weight, perHour)
    return rules
  }
}

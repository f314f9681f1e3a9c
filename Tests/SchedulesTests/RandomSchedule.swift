import Testing
import VitrineFakes
import VitrineSchedules

/// Random schedules, as odd as possible.
struct RandomSchedule {
  var dice: SeededRandom

  init(_ seed: Int) {
    dice = SeededRandom(seed: UInt64(seed) &* 2_654_435_761 &+ SeededRandom.round << 40)
  }

  mutating func items(_ count: ClosedRange<Int> = 1...8, hourly: Bool = true) throws
    -> [ScheduledItem]
  {
    let campaigns = try (0..<below(3)).map { number -> (ShowingRules, ShowingRules.Campaign) in
      let rules = try rules(hourly: false)
      return (
        rules,
        ShowingRules.Campaign(
          key: "list \(number)", title: "List \(number)", weight: chance(2) ? 1 + below(9) : nil,
          perHour: hourly && chance(4) ? 1 + below(6) : nil)
      )
    }
    return try (0..<count.lowerBound + below(count.count)).map { index in
      var rules = try rules(hourly: hourly)
      if !campaigns.isEmpty, chance(2) {
        let (around, campaign) = campaigns[below(campaigns.count)]
        rules.conditions = around.conditions + rules.conditions
        if rules.mode == nil, let mode = around.mode {
          (rules.mode, rules.modeOwner) = (mode, campaign.key)
        }
        rules.campaigns = [campaign]
      }
      return ScheduledItem(key: "item \(index)", rules: rules, length: Double(5 + below(56)))
    }
  }

  mutating func rules(hourly: Bool) throws -> ShowingRules {
    var rules = ShowingRules()
    if chance(2) { rules.conditions = [try condition()] }
    if chance(3) {
      rules.mode = ShowingRules.Mode.allCases[below(ShowingRules.Mode.allCases.count)]
    }
    if chance(3) { rules.priority = below(3) }
    if chance(3) { rules.weight = 1 + below(9) }
    if hourly, chance(8) { rules.perHour = 1 + below(6) }
    return rules
  }

  mutating func condition() throws -> Condition {
    var condition = Condition()
    if chance(4) {
      condition.from = try civil("2026-\(two(1 + below(12)))-\(two(1 + below(28))) \(time())")
    }
    if chance(4) {
      condition.until = try civil("2026-\(two(1 + below(12)))-\(two(1 + below(28))) \(time())")
    }
    if chance(4) == false {
      condition.table = TimeTable(showing: try (0...below(3)).map { _ in try TimeTable.Row(row()) })
    }
    return condition
  }

  mutating func row() -> String {
    let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    let day =
      switch below(6) {
      case 0: "2026-\(two(1 + below(12)))-\(two(1 + below(28)))"
      case 1: "\(two(1 + below(12)))-\(two(1 + below(28)))"
      case 2: "\(two(1 + below(12)))-10..\(two(1 + below(12)))-20"
      default: "\(days[below(7)])-\(days[below(7)])"
      }
    if chance(8) { return day + " off" }
    let (begin, end) = (time(), time())
    return "\(day) \(begin)-\(end == begin ? "24:00" : end)"
  }

  private mutating func time() -> String { "\(two(below(24))):\(two(below(4) * 15))" }
  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &dice) }
  /// True one time in `count`.
  mutating func chance(_ count: Int) -> Bool { below(count) == 0 }
}

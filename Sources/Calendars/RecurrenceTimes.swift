import VitrineSchedules
import VitrineTiming

/// The times of day at which a rule occurs: its parts that name times, completed by the time of the
/// start.
struct RecurrenceTimes {
  /// In order, like the minutes and seconds. Empty if all match, which only happens in a rule that
  /// repeats within the day.
  private var hours: [Int]
  private var minutes: [Int]
  private var seconds: [Int]

  init(_ rule: RecurrenceRule, from begin: CivilTime) {
    let second = Int(begin.seconds -| CivilTime(begin.date).seconds)
    func numbers(_ part: RecurrenceRule.Part, _ own: Int, isFree: Bool) -> [Int] {
      let numbers = rule[part].sorted()
      return numbers.isEmpty && !isFree ? [own] : numbers
    }
    let frequency = rule.frequency
    hours = numbers(.hour, second / 3600, isFree: frequency.isWithinDay)
    minutes = numbers(
      .minute, second / 60 % 60, isFree: frequency == .minutely || frequency == .secondly)
    seconds = numbers(.second, second % 60, isFree: frequency == .secondly)
  }

  /// The number of times, of which at most 86400 exist.
  var count: Int { hours.count *| minutes.count *| seconds.count }

  /// Returns the time at a place in order, in seconds of the day.
  subscript(place: Int) -> Int {
    // bound: no list is empty, or there is no place
    let (minute, hour) = (place / seconds.count, place / seconds.count / minutes.count)
    // bound: as above
    let parts = (hours[hour], minutes[minute % minutes.count], seconds[place % seconds.count])
    return parts.0 * 3600 + parts.1 * 60 + parts.2
  }

  /// The times in one hour, minute or second of the day.
  enum Selection {
    case times(RecurrenceTimes)
    /// None before this second of the day.
    case noneBefore(Int)
  }

  /// Returns the times in the hour, minute or second that starts at a second of the day.
  func within(_ frequency: RecurrenceRule.Frequency, at second: Int) -> Selection {
    let (hour, minute) = (second / 3600, second / 60 % 60)
    var times = self
    guard Self.limit(&times.hours, to: hour) else { return .noneBefore((hour + 1) *| 3600) }
    guard frequency != .hourly else { return .times(times) }
    guard Self.limit(&times.minutes, to: minute) else {
      return .noneBefore((second / 60 + 1) * 60)
    }
    guard frequency != .minutely else { return .times(times) }
    guard Self.limit(&times.seconds, to: second % 60) else { return .noneBefore(second + 1) }
    return .times(times)
  }

  private static func limit(_ numbers: inout [Int], to number: Int) -> Bool {
    guard numbers.isEmpty || numbers.contains(number) else { return false }
    numbers = [number]
    return true
  }
}

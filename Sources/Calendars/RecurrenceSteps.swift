import CVitrineICal
import VitrineSchedules
import VitrineTiming

/// The occurrences of a rule as libical computes them, as floating times. Not thread-safe.
///
/// Wraps `icalrecur_iterator_new` and `icalrecur_iterator_next`.
@safe
struct RecurrenceSteps: ~Copyable {
  private let iterator: OpaquePointer?

  /// Without occurrences if libical rejects the rule.
  init(_ text: String, from begin: CivilTime) {
    // Otherwise libical ends the program on errors.
    icalerror_set_errors_are_fatal(0)
    let rule = unsafe icalrecurrencetype_from_string(text)
    let isRule = unsafe rule.freq != ICAL_NO_RECURRENCE
    unsafe iterator = isRule ? icalrecur_iterator_new(rule, icaltimetype(begin)) : nil
  }

  deinit { if let iterator = unsafe iterator { unsafe icalrecur_iterator_free(iterator) } }

  /// Returns nil at the end.
  func next() -> CivilTime? {
    guard let iterator = unsafe iterator else { return nil }
    let time = unsafe icalrecur_iterator_next(iterator)
    let (year, month, day) = unsafe (Int(time.year), Int(time.month), Int(time.day))
    guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
    return unsafe CivilTime(
      date, hour: Int(time.hour), minute: Int(time.minute), second: Int(time.second))
  }
}

extension icaltimetype {
  fileprivate init(_ civil: CivilTime) {
    let (parts, seconds) = (civil.date.parts, civil.seconds -| Int64(civil.date.day) *| 86_400)
    unsafe self.init()
    // bound: a calendar's years have four digits
    unsafe (year, month, day) = (CInt(parts.year), CInt(parts.month), CInt(parts.day))
    // bound: the seconds of a day
    unsafe (hour, minute) = (CInt(seconds / 3600), CInt(seconds / 60 % 60))
    // bound: below 60
    unsafe second = CInt(seconds % 60)
  }
}

internal import VitrineAddresses
internal import VitrineTiming

/// ISO 8601 dates in playlists, such as `2026-11-23T10:00:00.500+01:00`.
package enum WallDate {
  /// Returns seconds since 1970; nil if the text is not a date.
  package static func seconds(_ text: some StringProtocol) -> Double? {
    let bytes = Array(text.utf8)
    guard (16...40).contains(bytes.count), let year = number(bytes, 0, 4), bytes[4] == dash,
      let month = number(bytes, 5, 2), bytes[7] == dash, let day = number(bytes, 8, 2),
      bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == UInt8(ascii: " "),
      let hour = number(bytes, 11, 2), bytes[13] == colon, let minute = number(bytes, 14, 2),
      (1...12).contains(month), (1...31).contains(day), hour < 25, minute < 60
    else { return nil }
    var rest = bytes[16...]
    var seconds = 0.0
    if rest.first == colon, let whole = number(bytes, 17, 2), whole < 61 {
      rest = rest.dropFirst(3)
      let fraction = rest.first.map { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") } ?? false
      let digits = fraction ? rest.dropFirst().prefix(while: \.isDigit) : []
      rest = rest.dropFirst(fraction ? digits.count + 1 : 0)
      seconds = Double(whole) + digits.reversed().reduce(0) { ($0 + Double($1 - 48)) / 10 }
    }
    guard let zone = offset(rest) else { return nil }
    let days = self.days(year: year, month: month, day: day)
    return Double(((days * 24 + hour) * 60 + minute - zone) * 60) + seconds
  }

  private static let dash = UInt8(ascii: "-")
  private static let colon = UInt8(ascii: ":")

  private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int? {
    guard start + count <= bytes.count, bytes[start..<(start + count)].allSatisfy(\.isDigit) else {
      return nil
    }
    return bytes[start..<(start + count)].reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  /// Returns the UTC offset in minutes; nil if it is invalid. Without an offset the date is UTC.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
    let bytes = Array(text)
    guard let sign = bytes.first else { return 0 }
    if sign | 0x20 == UInt8(ascii: "z") { return bytes.count == 1 ? 0 : nil }
    guard sign == UInt8(ascii: "+") || sign == dash, let hours = number(bytes, 1, 2), hours < 15
    else { return nil }
    let hasColon = bytes.count > 3 && bytes[3] == colon
    let minutes = bytes.count > 3 ? number(bytes, hasColon ? 4 : 3, 2) : 0
    guard let minutes, minutes < 60 else { return nil }
    let value = hours * 60 + minutes
    // bound: hours and minutes of two digits
    return sign == dash ? -value : value
  }

  /// Returns the days since 1970-01-01, in the proleptic Gregorian calendar.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    // Years begin in March here, so that the leap day is the last one.
    let shifted = month > 2 ? year : year - 1
    let (era, inEra) = (shifted / 400, shifted % 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era *| 146_097 + inEra * 365 + inEra / 4 - inEra / 100 + dayOfYear - 719_468
  }
}

/// XML durations such as `PT1H2M3.5S`.
package enum ISODuration {
  /// Returns seconds; nil if the text is not a duration. A year has 365 days, and a month 30.
  package static func seconds(_ text: String) -> Double? {
    var rest = Substring(text)
    guard rest.popFirst() == "P", !rest.isEmpty else { return nil }
    var (sum, isTime) = (0.0, false)
    while let first = rest.first {
      if first == "T" {
        isTime = true
        rest = rest.dropFirst()
        continue
      }
      let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      guard !digits.isEmpty, digits.count <= 20, let value = Double(digits),
        let unit = rest.dropFirst(digits.count).first
      else { return nil }
      switch (unit, isTime) {
      case ("Y", false): sum += value * 365 * 86_400
      case ("M", false): sum += value * 30 * 86_400
      case ("D", false): sum += value * 86_400
      case ("H", true): sum += value * 3600
      case ("M", true): sum += value * 60
      case ("S", true): sum += value
      default: return nil
      }
      rest = rest.dropFirst(digits.count + 1)
    }
    return sum.isFinite && sum < 1e9 ? sum : nil
  }
}

/// Addresses by a pattern: ISO/IEC 23009-1, 5.3.9.4.4.
enum DASHTemplate {
  /// How many digits a number may be padded to.
  private static let widest = 20

  /// With what stands for `$RepresentationID$`, `$Bandwidth$`, `$Number$`, `$Time$` and `$$`, the
  /// numbers with as many digits as they ask for: `$Number%05d$`.
  static func filled(
    _ pattern: String, _ representation: DASHRepresentation, number: Int64, time: Int64
  ) throws(DASHPresentation.Fault) -> String {
    let words = pattern.split(separator: "$", omittingEmptySubsequences: false)
    guard words.count % 2 == 1 else { throw .init("an address with a $ that has no other") }
    var result = ""
    for (index, word) in words.enumerated() {
      if index.isMultiple(of: 2) {
        result += word
      } else {
        result += try value(of: word, representation, number: number, time: time)
      }
      guard result.utf8.count <= RemoteURL.longest else { throw .init("an address without an end") }
    }
    return result
  }

  private static func value(
    of word: Substring, _ representation: DASHRepresentation, number: Int64, time: Int64
  ) throws(DASHPresentation.Fault) -> String {
    if word.isEmpty { return "$" }
    if word == "RepresentationID" { return representation.name }
    let parts = word.split(separator: "%", maxSplits: 1)
    let value: Int64
    switch parts.first {
    case "Number": value = number
    case "Time": value = time
    case "Bandwidth": value = representation.bandwidth
    default: throw .init("$\(word.prefix(40))$ in an address")
    }
    guard parts.count == 2 else { return "\(value)" }
    guard parts[1].hasPrefix("0"), parts[1].hasSuffix("d"),
      let width = Int(parts[1].dropFirst().dropLast()), (1...widest).contains(width)
    else { throw .init("$\(word.prefix(40))$ in an address") }
    let digits = "\(value)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

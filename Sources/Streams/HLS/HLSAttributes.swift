internal import VitrineAddresses
internal import VitrineTiming

/// An attribute list such as `NAME=value,NAME="value"`: RFC 8216bis, 4.2. The first of several
/// values counts.
struct HLSAttributes {
  private var values: [Substring: Substring] = [:]

  init(_ text: Substring) throws(HLSReadingFault) {
    var rest = text
    while !rest.isEmpty {
      guard let equals = rest.firstIndex(of: "=") else { break }
      let name = rest[..<equals].trimmingSpaces
      rest = rest[rest.index(after: equals)...]
      let value: Substring
      if rest.first == "\"" {
        rest.removeFirst()
        guard let end = rest.firstIndex(of: "\"") else { throw .init("unterminated quotation") }
        value = rest[..<end]
        rest = rest[rest.index(after: end)...]
        rest = rest.drop { $0 != "," }
      } else {
        value = rest.prefix { $0 != "," }.trimmingSpaces
        rest = rest.drop { $0 != "," }
      }
      rest = rest.dropFirst()
      guard values.count < HLSLimits.attributes else { throw .init("too many attributes") }
      if values[name] == nil { values[name] = value }
    }
  }

  subscript(_ name: Substring) -> Substring? { values[name] }

  /// The client-defined attributes.
  var own: [(name: Substring, value: Substring)] {
    values.filter { $0.key.hasPrefix("X-") }.sorted { $0.key < $1.key }
      .map { (name: $0.key, value: $0.value) }
  }

  func isYes(_ name: Substring) -> Bool { values[name] == "YES" }

  /// In seconds. Nil if the attribute is missing or malformed: the stream plays without it.
  func duration(_ name: Substring) -> Duration? { try? values[name]?.hlsDuration(name) }

  /// Nil if the attribute is missing or malformed.
  func number(_ name: Substring) -> Int64? { try? values[name]?.hlsNumber(name) }

  /// Parses a size such as `1280x720`.
  func size(_ name: Substring) -> (width: Int, height: Int)? {
    guard let parts = values[name]?.lowercased().split(separator: "x"), parts.count == 2,
      let width = Int(parts[0]), let height = Int(parts[1]),
      (1...65536).contains(width), (1...65536).contains(height)
    else { return nil }
    return (width, height)
  }

  /// Parses `0x` and digits as `count` bytes, padded with zeros at the front.
  func bytes(_ name: Substring, count: Int) throws(HLSReadingFault) -> [UInt8]? {
    guard let text = values[name] else { return nil }
    guard text.hasPrefix("0x") || text.hasPrefix("0X"), case let digits = text.utf8.dropFirst(2),
      !digits.isEmpty, digits.count <= 2 * count
    else { throw .init("\(name) must be a hexadecimal number of at most \(count) bytes") }
    var values: [UInt8] = []
    for digit in digits {
      guard let value = digit.hexadecimalValue else {
        throw .init("\(name) must be a hexadecimal number")
      }
      values.append(value)
    }
    values.insert(contentsOf: repeatElement(0, count: 2 * count - values.count), at: 0)
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }
}

/// An error in a line; the caller knows the line.
struct HLSReadingFault: Error, Hashable {
  let cause: String
  /// Whether the line is valid but requires an unsupported feature.
  private(set) var isUnsupported = false

  init(_ cause: String) { self.cause = cause }

  static func unsupported(_ cause: String) -> HLSReadingFault {
    var fault = HLSReadingFault(cause)
    fault.isUnsupported = true
    return fault
  }
}

extension Substring {
  var trimmingSpaces: Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text
  }

  /// The number at the beginning, parsed as other clients do: it may be surrounded by spaces, and
  /// other text may follow a space. Nil if there is none.
  private var leadingNumber: Substring? {
    let text = drop { $0 == " " || $0 == "\t" }
    let number = text.prefix { $0.isASCII && ($0.isWholeNumber || $0 == ".") }
    guard let next = text.dropFirst(number.count).first else { return number }
    return next == " " || next == "\t" ? number : nil
  }

  /// Parses a non-negative integer; drops a fraction.
  func hlsNumber(_ name: Substring) throws(HLSReadingFault) -> Int64 {
    guard let digits = leadingNumber?.prefix(while: { $0 != "." }), !digits.isEmpty,
      digits.utf8.count <= 19, let value = Int64(digits)
    else { throw .init("\(name) must be an integer, found \"\(prefix(30))\"") }
    return value
  }

  /// Parses a sequence number. It is limited so that adding to it cannot overflow.
  func hlsSequence(_ name: Substring) throws(HLSReadingFault) -> Int64 {
    let value = try hlsNumber(name)
    guard value < 1 << 53 else { throw .init("\(name) is too large: \(prefix(30))") }
    return value
  }

  /// Parses seconds with an optional fraction, to the microsecond.
  func hlsDuration(_ name: Substring, most: Int = HLSLimits.duration) throws(HLSReadingFault)
    -> Duration
  {
    let text = trimmingSpaces
    let isNegative = text.hasPrefix("-")
    guard let digits = (isNegative ? text.dropFirst() : text).leadingNumber,
      digits.utf8.count < 40, let seconds = Double(digits), seconds <= Double(most)
    else {
      throw .init("\(name) must be a number of seconds up to \(most), found \"\(prefix(30))\"")
    }
    let microseconds = Int64(saturating: (seconds * 1e6).rounded())
    // bound: at most a day
    return .microseconds(isNegative ? -microseconds : microseconds)
  }
}

/// A byte range in a playlist: `count@start`, or `count` to continue the previous range of the
/// resource.
struct HLSRangeText {
  let count: Int64
  let start: Int64?

  init(_ text: Substring) throws(HLSReadingFault) {
    let words = text.split(separator: "@", omittingEmptySubsequences: false)
    guard let first = words.first, words.count <= 2 else { throw .init("invalid byte range") }
    count = try first.hlsNumber("a range")
    start = words.count > 1 ? try words[1].hlsNumber("a range") : nil
    guard count > 0, count < 1 << 53, (start ?? 0) < 1 << 53 else {
      throw .init("invalid byte range")
    }
  }

  func range(of address: SegmentAddress, after last: (address: SegmentAddress, end: Int64)?)
    throws(HLSReadingFault)
    -> HLSByteRange
  {
    if let start { return HLSByteRange(start: start, count: count) }
    // bound: a count is above 0
    guard let last, last.address == address, last.end <= Int64.max - count else {
      throw .init("a byte range without a start needs a preceding range")
    }
    return HLSByteRange(start: last.end, count: count)
  }
}

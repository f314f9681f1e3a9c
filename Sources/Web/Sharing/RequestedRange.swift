internal import VitrineTiming

/// The byte range of a request: RFC 9110, 14.1.2. A value type.
enum RequestedRange: Hashable {
  case all
  /// Nil extends it to the end of the file.
  case from(Int64, through: Int64?)
  /// A number of bytes at the end.
  case last(Int64)

  /// An invalid range, or more than one, selects the whole file; RFC 9110 lets a server ignore the
  /// field.
  init(_ field: String?) {
    self = field.flatMap(Self.range) ?? .all
  }

  private static func range(_ field: String) -> RequestedRange? {
    guard field.hasPrefix("bytes=") else { return nil }
    let ends = field.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (number(ends[0]), number(ends[1])) {
    case (let first?, let last?): return first <= last ? .from(first, through: last) : nil
    case (let first?, nil): return ends[1].isEmpty ? .from(first, through: nil) : nil
    case (nil, let count?): return ends[0].isEmpty ? .last(count) : nil
    case (nil, nil): return nil
    }
  }

  /// Returns nil for an invalid number; a number too large is clamped.
  private static func number(_ text: Substring) -> Int64? {
    guard !text.isEmpty, text.utf8.count <= 64,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    // bound: `bytes` compares it with a file's size
    return Int64(text) ?? .max
  }

  /// The bytes within a file of this size; nil if the range is not satisfiable.
  func bytes(of size: Int64) -> Range<Int64>? {
    switch self {
    // bound: a file's size is not negative
    case .all: return 0..<size
    case .from(let first, let last):
      guard first < size else { return nil }
      // bound: the first is below the size, and no more than the last
      return first..<min(last ?? .max, size -| 1) +| 1
    case .last(let count):
      guard count > 0, size > 0 else { return nil }
      return size -| min(count, size)..<size
    }
  }
}

extension String {
  /// Text from outside; nil for bytes that are not UTF-8, and for text with more than 30 combining marks
  /// in a row, as in the Stream-Safe Text Format of UAX #15.
  ///
  /// Comparing and hashing a `String` sorts the marks of each run, which costs the square of its length:
  /// a megabyte of them takes a minute.
  public init?(streamSafe bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), text.isStreamSafe else { return nil }
    self = text
  }

  private var isStreamSafe: Bool {
    // Most text is ASCII, which has no marks.
    guard utf8.contains(where: { $0 >= 0x80 }) else { return true }
    var marks = 0
    for scalar in unicodeScalars {
      let isMark = scalar.properties.canonicalCombiningClass != .notReordered
      marks = isMark ? marks + 1 : 0
      if marks > 30 { return false }
    }
    return true
  }
}

/// The Stream-Safe Text Format of UAX #15: at most 30 combining marks in a row.
///
/// Comparing and hashing a `String` sorts the marks of each run in quadratic time: a megabyte of
/// them takes a minute.
extension String {
  /// Validates untrusted text; nil for bytes that are not UTF-8, and for text that is not
  /// stream-safe.
  package init?(streamSafe bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), text.isStreamSafe else { return nil }
    self = text
  }

  /// The text with a combining grapheme joiner, which ends a run, after each 30 marks.
  ///
  /// For text in a response that is not the sender's fault, such as a film's title: rejecting it
  /// would lose the whole response.
  package var streamSafe: String {
    guard !isStreamSafe else { return self }
    var (run, scalars) = (MarkRun(), String.UnicodeScalarView())
    for scalar in unicodeScalars {
      if !run.append(scalar) {
        scalars.append("\u{34F}")
        run = MarkRun()
        _ = run.append(scalar)
      }
      scalars.append(scalar)
    }
    return String(scalars)
  }

  private var isStreamSafe: Bool {
    // Most text is ASCII, which has no marks.
    guard utf8.contains(where: { $0 >= 0x80 }) else { return true }
    var run = MarkRun()
    return unicodeScalars.allSatisfy { run.append($0) }
  }
}

/// The number of combining marks since the last other scalar.
private struct MarkRun {
  private var count = 0

  /// Returns false if the run is too long.
  mutating func append(_ scalar: Unicode.Scalar) -> Bool {
    let marks =
      switch scalar.value {
      // Each of these normalizes to two marks, although some are not marks themselves.
      case 0x344, 0xF73, 0xF75, 0xF81: 2
      default: scalar.properties.canonicalCombiningClass == .notReordered ? 0 : 1
      }
    // bound: callers begin a new run after one that is too long
    count = marks == 0 ? 0 : count + marks
    return count <= 30
  }
}

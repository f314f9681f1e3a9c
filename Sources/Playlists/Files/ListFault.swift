/// One thing that is wrong with a list's file.
public struct ListFault: Error, Hashable, Sendable {
  /// Counted from one.
  public let line: Int
  public let cause: String

  public init(line: Int, cause: String) {
    (self.line, self.cause) = (line, cause)
  }
}

/// What somebody wrote, as a message repeats it: short, and without what a terminal obeys.
public func quotedInMessage(_ text: String) -> String {
  let longest = 60
  let safe = text.unicodeScalars.prefix(longest).map { isControl($0) ? "?" : String($0) }
  return "\"" + safe.joined() + (text.unicodeScalars.dropFirst(longest).isEmpty ? "" : "…") + "\""
}

/// Also the two breaks of lines that are no control characters.
func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x2028
    || scalar.value == 0x2029
}

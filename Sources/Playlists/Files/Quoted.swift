/// What a list or a client wrote, as a message repeats it: short, and without what a terminal obeys.
public func quoted(_ text: String) -> String { "\"\(printable(text))\"" }

/// A name as a message repeats it: of a longer one the beginning.
public func printable(_ text: String, most: Int = 60) -> String {
  let scalars = text.unicodeScalars
  let safe = scalars.prefix(most).map { $0.isControl ? "?" : String($0) }
  return safe.joined() + (scalars.dropFirst(most).isEmpty ? "" : "…")
}

extension Unicode.Scalar {
  /// Also the two breaks of lines that are no control characters.
  public var isControl: Bool {
    value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
  }
}

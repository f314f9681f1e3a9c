/// Quotes a text from a list or client for a message: truncated, without control characters.
package func quoted(_ text: String) -> String { "\"\(printable(text))\"" }

/// Returns a name for a message: truncated, without control characters.
package func printable(_ text: String, most: Int = 60) -> String {
  let scalars = text.unicodeScalars
  let safe = scalars.prefix(most).map { $0.isControl ? "?" : String($0) }
  return safe.joined() + (scalars.dropFirst(most).isEmpty ? "" : "…")
}

extension Unicode.Scalar {
  /// Includes the two Unicode line breaks that are not control characters.
  package var isControl: Bool {
    value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
  }
}

/// An error in a list file.
package struct ListFault: Error, Hashable, Sendable {
  /// The line number, from 1.
  package let line: Int
  package let cause: String

  package init(line: Int, cause: String) {
    self.line = line
    self.cause = cause
  }
}

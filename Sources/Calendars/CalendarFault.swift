/// An error in a calendar. The message does not quote the file, which may be any file.
package struct CalendarFault: Error, Hashable, Sendable {
  /// The line number, from 1.
  package let line: Int
  package let cause: String

  package init(line: Int, cause: String) {
    self.line = line
    self.cause = cause
  }
}

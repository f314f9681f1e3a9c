/// An error in a calendar. The message does not quote the file, which may be any file.
public struct CalendarFault: Error, Hashable, Sendable {
  /// The line number, from 1.
  public let line: Int
  public let cause: String

  public init(line: Int, cause: String) {
    self.line = line
    self.cause = cause
  }
}

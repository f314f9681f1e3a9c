/// What is wrong with a calendar, and in which line. It quotes nothing of the file, which may be any file.
public struct CalendarFault: Error, Hashable, Sendable {
  /// Counted from one.
  public let line: Int
  public let cause: String

  public init(line: Int, cause: String) { (self.line, self.cause) = (line, cause) }
}

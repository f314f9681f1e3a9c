/// One thing that is wrong with a list's file.
public struct ListFault: Error, Hashable, Sendable {
  /// Counted from one.
  public let line: Int
  public let cause: String

  public init(line: Int, cause: String) {
    (self.line, self.cause) = (line, cause)
  }
}

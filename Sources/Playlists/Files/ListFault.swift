/// An error in a list file.
public struct ListFault: Error, Hashable, Sendable {
  /// The line number, from 1.
  public let line: Int
  public let cause: String

  public init(line: Int, cause: String) {
    self.line = line
    self.cause = cause
  }
}

/// A pattern of dark and light squares that a camera reads.
public struct SquareCode: Hashable, Sendable {
  /// How many squares there are beside each other.
  public let side: Int
  private let dark: [Bool]

  /// `dark` has `side` squares for each row, from the top. Nil where that is another number.
  public init?(side: Int, dark: [Bool]) {
    guard (1...1000).contains(side), dark.count == side * side else { return nil }
    (self.side, self.dark) = (side, dark)
  }

  /// Whether the square in this column and row is dark. Outside all are light.
  public subscript(column: Int, row: Int) -> Bool {
    guard (0..<side).contains(column), (0..<side).contains(row) else { return false }
    return dark[row * side + column]
  }
}

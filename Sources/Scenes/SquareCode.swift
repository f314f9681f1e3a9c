/// A QR code as a square of dark and light modules.
package struct SquareCode: Hashable, Sendable {
  /// The number of modules per side.
  package let side: Int
  private let dark: [Bool]

  /// `dark` contains the rows from the top, with `side` modules each. Nil if the number does not
  /// match.
  package init?(side: Int, dark: [Bool]) {
    guard (1...1000).contains(side), dark.count == side * side else { return nil }
    self.side = side
    self.dark = dark
  }

  /// Whether a module is dark. Everything outside is light.
  package subscript(column: Int, row: Int) -> Bool {
    guard (0..<side).contains(column), (0..<side).contains(row) else { return false }
    return dark[row * side + column]
  }
}

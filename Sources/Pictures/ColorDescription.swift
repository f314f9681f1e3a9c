/// How sample values map to colours: the matrix between YUV and RGB, and the range.
package struct ColorDescription: Hashable, Sendable {
  package enum Matrix: String, Hashable, Sendable { case bt601, bt709, bt2020 }
  package enum Range: String, Hashable, Sendable { case limited, full }

  package var matrix: Matrix
  package var range: Range

  package init(matrix: Matrix, range: Range) {
    self.matrix = matrix
    self.range = range
  }

  /// The stream's values with the usual defaults: unspecified pictures of more than 576 rows or
  /// 1024 columns are BT.709, smaller ones BT.601; an unspecified range is limited.
  package init(matrix: Matrix?, range: Range?, of size: PixelSize) {
    let isHighDefinition = size.height > 576 || size.width > 1024
    self.init(matrix: matrix ?? (isHighDefinition ? .bt709 : .bt601), range: range ?? .limited)
  }
}

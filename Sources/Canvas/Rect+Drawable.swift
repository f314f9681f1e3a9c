import VitrinePictures

extension Rect {
  /// Whether it can be drawn at all: something, somewhere, and within the fixed-point numbers of
  /// cairo and Pango.
  var isDrawable: Bool {
    let limit = 1_000_000.0
    // What is not a number is not less than anything.
    return !isEmpty && abs(x) < limit && abs(y) < limit && width < limit && height < limit
  }
}

extension PixelRect {
  /// What lies within a picture of `size`; nil where that is nothing.
  func cut(to size: PixelSize) -> PixelRect? {
    guard width > 0, height > 0 else { return nil }
    let (right, bottom) = (x.addingReportingOverflow(width), y.addingReportingOverflow(height))
    let (left, top) = (max(x, 0), max(y, 0))
    let cut = PixelRect(
      x: left, y: top,
      width: min(right.overflow ? .max : right.partialValue, size.width) - min(left, size.width),
      height: min(bottom.overflow ? .max : bottom.partialValue, size.height)
        - min(top, size.height))
    return cut.size.isEmpty ? nil : cut
  }
}

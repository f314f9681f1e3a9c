import VitrinePictures

extension Rect {
  /// Whether it can be drawn: not empty, finite, and within the fixed-point range of cairo and
  /// Pango.
  var isDrawable: Bool {
    let limit = 1_000_000.0
    // Comparisons with NaN are false.
    return !isEmpty && abs(x) < limit && abs(y) < limit && width < limit && height < limit
  }
}

extension PixelRect {
  /// The intersection with a picture of `size`; nil if it is empty.
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

import CVitrinePangoCairo
import VitrinePictures
import VitrineScenes

/// The shapes of the interface. The frame must be drawable (`Rect.isDrawable`).
extension Pen {
  func box(_ frame: Rect, _ color: Color, radius: Double, opacity: Double) {
    use(color, opacity: opacity)
    rectangle(frame, radius: radius)
    fill()
  }

  /// Makes a rectangle of the drawing transparent (C: `CAIRO_OPERATOR_DEST_OUT`).
  func hole(_ frame: Rect, radius: Double, opacity: Double) {
    saved {
      unsafe cairo_set_operator(context, CAIRO_OPERATOR_DEST_OUT)
      box(frame, Color(0x000000), radius: radius, opacity: opacity)
    }
  }

  /// A border of `width` inside the frame; fills it if it is too wide.
  func outline(_ frame: Rect, _ color: Color, width: Double, radius: Double, opacity: Double) {
    guard width > 0 else { return }
    use(color, opacity: opacity)
    rectangle(frame, radius: radius)
    let inner = frame.inset(width, width)
    if !inner.isEmpty { rectangle(inner, radius: radius - width) }
    fillBetween()
  }

  func gradient(_ frame: Rect, top: Color, bottom: Color, opacity: Double) {
    let pattern = unsafe cairo_pattern_create_linear(0, frame.y, 0, frame.bottom)
    defer { unsafe cairo_pattern_destroy(pattern) }
    // A piecewise linear approximation, fine enough to look smooth.
    let steps = 16
    for step in 0...steps {
      let offset = Double(step) / Double(steps)
      let color = top.mixed(with: bottom, share: offset * offset * (3 - 2 * offset))
      unsafe cairo_pattern_add_color_stop_rgba(
        pattern, offset, color.red, color.green, color.blue, color.alpha * opacity.share)
    }
    unsafe cairo_set_source(context, pattern)
    rectangle(frame)
    fill()
  }

  /// An arc of the largest circle that fits into the frame.
  func arc(
    _ frame: Rect, _ color: Color, width: Double, start: Double, length: Double, opacity: Double
  ) {
    let side = min(frame.width, frame.height)
    guard width > 0, start.isFinite, length != 0, !length.isNaN else { return }
    let width = min(width, side / 2)
    let first = start.truncatingRemainder(dividingBy: 1)
    use(color, opacity: opacity)
    arc(
      around: frame.center, radius: (side - width) / 2, from: first,
      to: first + min(max(length, -1), 1))
    stroke(width)
  }

  /// Modules of whole pixels, because scanners need sharp edges. Draws nothing if they would be
  /// smaller than a pixel.
  func code(_ code: SquareCode, in frame: Rect, _ color: Color, opacity: Double) {
    let square = (min(frame.width, frame.height) / Double(code.side)).rounded(.down)
    guard square >= 1 else { return }
    let whole = Rect(center: frame.center, side: square * Double(code.side))
    let (left, top) = (whole.x.rounded(), whole.y.rounded())
    use(color, opacity: opacity)
    for row in 0..<code.side {
      for column in 0..<code.side where code[column, row] {
        rectangle(
          Rect(
            x: left + Double(column) * square, y: top + Double(row) * square, width: square,
            height: square))
      }
    }
    fill()
  }

  /// The icon in the largest square of the frame, at whole pixels, so that straight lines are
  /// sharp.
  func icon(_ icon: Icon, in frame: Rect, _ color: Color, opacity: Double) {
    let side = min(frame.width, frame.height)
    let middle = Rect(center: frame.center, side: side)
    let square = Rect(x: middle.x.rounded(), y: middle.y.rounded(), width: side, height: side)
    use(color, opacity: opacity)
    enter(square, units: Icon.side)
    icon.draw(with: self)
  }
}

extension Color {
  fileprivate func mixed(with other: Color, share: Double) -> Color {
    func mix(_ a: Double, _ b: Double) -> Double { a.share + (b.share - a.share) * share }
    var color = Color(0, alpha: mix(alpha, other.alpha))
    (color.red, color.green) = (mix(red, other.red), mix(green, other.green))
    color.blue = mix(blue, other.blue)
    return color
  }
}

import CVitrinePangoCairo
import VitrinePictures

/// Paths. They are filled or stroked as one shape, so that a translucent colour does not add up
/// where parts overlap.
extension Pen {
  func move(_ x: Double, _ y: Double) { unsafe cairo_move_to(context, x, y) }
  func line(_ x: Double, _ y: Double) { unsafe cairo_line_to(context, x, y) }
  func close() { unsafe cairo_close_path(context) }

  /// A polyline.
  func lines(_ points: Point...) {
    for (index, point) in points.enumerated() {
      if index == 0 { move(point.x, point.y) } else { line(point.x, point.y) }
    }
  }

  /// A separate arc. Angles are in turns, clockwise from the top.
  func arc(around center: Point, radius: Double, from start: Double, to end: Double) {
    unsafe cairo_new_sub_path(context)
    continueArc(around: center, radius: radius, from: start, to: end)
  }

  /// An arc connected to the current point. It runs backwards if `end` is less than `start`.
  func continueArc(around center: Point, radius: Double, from start: Double, to end: Double) {
    let (first, last) = ((start - 0.25) * 2 * Double.pi, (end - 0.25) * 2 * Double.pi)
    if last >= first {
      unsafe cairo_arc(context, center.x, center.y, radius, first, last)
    } else {
      unsafe cairo_arc_negative(context, center.x, center.y, radius, first, last)
    }
  }

  func rectangle(_ rect: Rect) {
    unsafe cairo_rectangle(context, rect.x, rect.y, rect.width, rect.height)
  }

  /// A rectangle whose radius is limited by its size.
  func rectangle(_ rect: Rect, radius: Double) {
    let radius = radius > 0 ? min(radius, rect.width / 2, rect.height / 2) : 0
    guard radius > 0 else { return rectangle(rect) }
    let inner = rect.inset(radius, radius)
    unsafe cairo_new_sub_path(context)
    continueArc(around: Point(inner.right, inner.y), radius: radius, from: 0, to: 0.25)
    continueArc(around: Point(inner.right, inner.bottom), radius: radius, from: 0.25, to: 0.5)
    continueArc(around: Point(inner.x, inner.bottom), radius: radius, from: 0.5, to: 0.75)
    continueArc(around: Point(inner.x, inner.y), radius: radius, from: 0.75, to: 1)
    close()
  }

  /// A closed polygon with corners rounded by circles of `radius`.
  func polygon(_ corners: Point..., radius: Double) {
    unsafe cairo_new_sub_path(context)
    for index in corners.indices {
      let corner = corners[index]
      let before = (corners[(index + corners.count - 1) % corners.count] - corner).direction
      let after = (corners[(index + 1) % corners.count] - corner).direction
      round(corner, from: before, to: after, radius: radius)
    }
    close()
  }

  /// Both directions point away from the corner.
  private func round(_ corner: Point, from before: Point, to after: Point, radius: Double) {
    // For half the corner's angle.
    let halving = (before + after).direction
    let cosine = halving.x * before.x + halving.y * before.y
    let sine = max(1 - cosine * cosine, 0.0001).squareRoot()
    // The distances from the corner to the points where the circle touches the sides, and to the
    // control points of the closest Bézier curve: 4/3 tan(angle of the arc / 4).
    let touch = radius * cosine / sine
    let handle = touch - radius * 4 / 3 * cosine / (1 + sine)
    let (first, last) = (corner + before * touch, corner + after * touch)
    let (second, third) = (corner + before * handle, corner + after * handle)
    line(first.x, first.y)
    unsafe cairo_curve_to(context, second.x, second.y, third.x, third.y, last.x, last.y)
  }

  func fill() { unsafe cairo_fill(context) }

  /// Fills with the even-odd rule.
  func fillBetween() {
    unsafe cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
    unsafe cairo_fill(context)
    unsafe cairo_set_fill_rule(context, CAIRO_FILL_RULE_WINDING)
  }

  /// Strokes with round caps and joins.
  func stroke(_ width: Double) {
    unsafe cairo_set_line_width(context, width)
    unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    unsafe cairo_stroke(context)
  }
}

extension Point {
  fileprivate var direction: Point { self * (length > 0 ? 1 / length : 0) }
  fileprivate static func * (point: Point, factor: Double) -> Point {
    Point(point.x * factor, point.y * factor)
  }
}

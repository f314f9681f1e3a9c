/// The clockwise rotation of the content on the panel.
package enum Rotation: Int, CaseIterable, Hashable, Sendable {
  case none = 0
  case clockwise = 90
  case upsideDown = 180
  case counterclockwise = 270

  /// Whether width and height are swapped.
  package var isSideways: Bool { self == .clockwise || self == .counterclockwise }

  /// Combines two rotations.
  package static func + (a: Rotation, b: Rotation) -> Rotation {
    Rotation(rawValue: (a.rawValue + b.rawValue) % 360) ?? .none
  }

  /// The opposite rotation.
  package var inverse: Rotation {
    switch self {
    case .clockwise: .counterclockwise
    case .counterclockwise: .clockwise
    case .none, .upsideDown: self
    }
  }

  /// The size of the upright content on a panel of `size`.
  package func upright(_ size: PixelSize) -> PixelSize {
    isSideways ? PixelSize(size.height, size.width) : size
  }

  /// The position on a panel of `size` of a rectangle in the upright content.
  package func onPanel(_ rect: PixelRect, of size: PixelSize) -> PixelRect {
    switch self {
    case .none: rect
    case .clockwise:
      PixelRect(
        x: size.width - rect.y - rect.height, y: rect.x, width: rect.height, height: rect.width)
    case .upsideDown:
      PixelRect(
        x: size.width - rect.x - rect.width, y: size.height - rect.y - rect.height,
        width: rect.width, height: rect.height)
    case .counterclockwise:
      PixelRect(
        x: rect.y, y: size.height - rect.x - rect.width, width: rect.height, height: rect.width)
    }
  }

  /// The way on the panel of content that moves down.
  package func onPanel(down distance: Int) -> (right: Int, down: Int) {
    switch self {
    case .none: (0, distance)
    case .clockwise: (-distance, 0)
    case .upsideDown: (0, -distance)
    case .counterclockwise: (distance, 0)
    }
  }

  /// The position in the upright content of a position on the panel. Touches arrive in panel
  /// coordinates, however the content is rotated.
  package func upright(_ place: Point, ofPanel size: PixelSize) -> Point {
    let (width, height) = (Double(size.width), Double(size.height))
    return switch self {
    case .none: place
    case .clockwise: Point(place.y, width - place.x)
    case .upsideDown: Point(width - place.x, height - place.y)
    case .counterclockwise: Point(height - place.y, place.x)
    }
  }
}

extension Rotation {
  /// The accepted words. `auto` is 0: upright, as the display is mounted.
  package static var words: [String] { ["auto"] + allCases.map { "\($0.rawValue)" } }

  package init?(word: String) {
    let wanted = word == "auto" ? Rotation.none : Self.allCases.first { "\($0.rawValue)" == word }
    guard let wanted else { return nil }
    self = wanted
  }
}

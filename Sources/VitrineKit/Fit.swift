internal import VitrinePictures

/// How a picture fills a display of another shape.
public enum Fit: String, CaseIterable, Sendable {
  /// The whole picture, with black bars.
  case contain
  /// The whole display, with the picture's edges cut off.
  case cover
  /// The whole picture on the whole display, out of shape.
  case stretch

  init(_ value: VitrinePictures.Fit) {
    switch value {
    case .contain: self = .contain
    case .cover: self = .cover
    case .stretch: self = .stretch
    }
  }

  var value: VitrinePictures.Fit {
    switch self {
    case .contain: .contain
    case .cover: .cover
    case .stretch: .stretch
    }
  }
}

/// How far all that is shown is turned against the display as it hangs.
public enum Rotation: Int, CaseIterable, Sendable {
  /// Upright on a display that hangs as it was made to.
  case none = 0
  /// By a quarter to the right: for a display that was turned to the left.
  case clockwise = 90
  /// By a half.
  case upsideDown = 180
  /// By a quarter to the left.
  case counterclockwise = 270

  init(_ value: VitrinePictures.Rotation) { self = Self(rawValue: value.rawValue) ?? .none }

  var value: VitrinePictures.Rotation { VitrinePictures.Rotation(rawValue: rawValue) ?? .none }
}

internal import VitrinePictures

/// How a picture fills a display with another aspect ratio.
public enum Fit: String, CaseIterable, Sendable {
  /// The whole picture, with black bars.
  case contain
  /// The whole display; the edges of the picture are cropped.
  case cover
  /// The whole picture on the whole display, distorted.
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

/// The rotation of everything on screen, relative to the display's own orientation.
public enum Rotation: Int, CaseIterable, Sendable {
  /// No rotation.
  case none = 0
  /// 90° clockwise, for a display that was turned counterclockwise.
  case clockwise = 90
  /// 180°.
  case upsideDown = 180
  /// 90° counterclockwise, for a display that was turned clockwise.
  case counterclockwise = 270

  init(_ value: VitrinePictures.Rotation) { self = Self(rawValue: value.rawValue) ?? .none }

  var value: VitrinePictures.Rotation { VitrinePictures.Rotation(rawValue: rawValue) ?? .none }
}

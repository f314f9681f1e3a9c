import VitrineGestures
import VitrinePictures
internal import VitrineScenes

// A list whose heading is read from the right begins at the right. All of it is reckoned as if it
// began at the left; what is drawn and what comes from outside is mirrored.
extension Catalogue {
  var isMirrored: Bool {
    ReadingDirection(of: heading.isEmpty ? wording.allCategories : heading) == .rightToLeft
  }

  /// A finger's way as on a list that begins at the left.
  func forwards(_ way: Point) -> Point { isMirrored ? Point(-way.x, way.y) : way }

  /// Only places are: texts, icons and pictures look the same.
  func mirrored(_ drawing: Drawing) -> Drawing {
    var drawing = drawing
    drawing.frame = mirrored(drawing.frame)
    drawing.clip = drawing.clip.map(mirrored)
    return drawing
  }

  private func mirrored(_ frame: Rect) -> Rect {
    Rect(
      x: layout.size.width - frame.right, y: frame.y, width: frame.width, height: frame.height)
  }

  /// An arrow key as one of a list that begins at the left.
  func forwards(_ key: KeyAction) -> KeyAction {
    switch key {
    case .left where isMirrored: .right
    case .right where isMirrored: .left
    default: key
    }
  }
}

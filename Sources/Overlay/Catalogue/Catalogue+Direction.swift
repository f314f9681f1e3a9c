import VitrineGestures
import VitrinePictures
internal import VitrineScenes

// A list with a right-to-left heading starts at the right. All calculations are left to right;
// drawings and input are mirrored.
extension Catalogue {
  var isMirrored: Bool {
    ReadingDirection(of: heading.isEmpty ? wording.allCategories : heading) == .rightToLeft
  }

  /// Converts a finger's movement to left-to-right coordinates.
  func forwards(_ way: Point) -> Point { isMirrored ? Point(-way.x, way.y) : way }

  /// Mirrors positions only: texts, icons and pictures look the same.
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

  /// Converts an arrow key to left-to-right coordinates.
  func forwards(_ key: KeyAction) -> KeyAction {
    switch key {
    case .left where isMirrored: .right
    case .right where isMirrored: .left
    default: key
    }
  }
}

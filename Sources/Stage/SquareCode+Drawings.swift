internal import VitrinePictures
internal import VitrineScenes

extension SquareCode {
  /// The code on a square card, always dark on light, which every reader needs. The quiet zone is 4 modules wide
  /// (ISO/IEC 18004).
  func drawings(in card: Rect, isRounded: Bool = false) -> [Drawing] {
    let border = card.width * 4 / Double(side + 8)
    return [
      Drawing(.box(Color(0xFFFFFF), radius: isRounded ? border : 0), in: card),
      Drawing(.code(self, Color(0x000000)), in: card.inset(border, border)),
    ]
  }
}

internal import VitrineGestures
public import VitrinePictures

/// What can be touched in the service menu, or reached with the arrow keys.
public enum ServicePart: Hashable, Sendable {
  case close
  /// Of the digits.
  case digit(Int)
  case erase
  /// Of the menu.
  case quieter, louder, mute
  case rotation(Rotation)
  case programme, restart
  /// Where there is nothing to touch.
  case backdrop
}

extension ServicePart {
  /// The digit that a key types.
  static func digit(of action: KeyAction) -> Int? {
    let digits: [KeyAction] = [
      .digit0, .digit1, .digit2, .digit3, .digit4, .digit5, .digit6, .digit7, .digit8, .digit9,
    ]
    return digits.firstIndex(of: action)
  }
}

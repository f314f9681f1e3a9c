internal import VitrineGestures
package import VitrinePictures

/// A part of the service menu that can be touched, or reached with the arrow keys.
package enum ServicePart: Hashable, Sendable {
  case close
  /// Part of the keypad.
  case digit(Int)
  case erase
  /// Parts of the menu.
  case quieter, louder, mute
  case rotation(Rotation)
  case keys, programme, restart
  /// Parts of the key wizard.
  case skip, discard, save
  /// Anything else on the card.
  case backdrop
}

extension ServicePart {
  /// The digit of a key.
  static func digit(of action: KeyAction) -> Int? {
    let digits: [KeyAction] = [
      .digit0, .digit1, .digit2, .digit3, .digit4, .digit5, .digit6, .digit7, .digit8, .digit9,
    ]
    return digits.firstIndex(of: action)
  }
}

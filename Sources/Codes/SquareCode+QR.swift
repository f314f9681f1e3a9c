import CVitrineQRCode
public import VitrineScenes

extension SquareCode {
  /// The QR code of a text, in the smallest version that holds it, so that a seventh of it may be hidden
  /// or dirty (level M). Nil for a text that is empty, longer than 500 bytes (a phone would not read
  /// that from a screen), or not of ASCII alone: what other letters are meant, each reader guesses for itself.
  ///
  /// The corresponding C function is `QRcode_encodeString8bit`.
  public init?(qr text: String) {
    let length = text.utf8.count
    guard length > 0, length <= 500, text.utf8.allSatisfy({ $0 > 0 && $0 < 128 })
    else { return nil }
    guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { unsafe QRcode_free(code) }
    let side = Int(unsafe code.pointee.width)
    // The lowest bit is whether a square is dark; the others say what it is for.
    self.init(side: side, dark: (0..<side * side).map { unsafe code.pointee.data[$0] & 1 == 1 })
  }
}

import CVitrineQRCode
package import VitrineScenes

extension SquareCode {
  /// Creates the QR code of a text, in the smallest version that fits, with error correction level
  /// M, which tolerates about a seventh of it being hidden or dirty. Returns nil for an empty text,
  /// for more than 500 bytes, which a phone could not scan from a screen, and for non-ASCII
  /// characters, whose encoding readers guess.
  ///
  /// Wraps `QRcode_encodeString8bit`.
  package init?(qr text: String) {
    let length = text.utf8.count
    guard length > 0, length <= 500, text.utf8.allSatisfy({ $0 > 0 && $0 < 128 })
    else { return nil }
    guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
    defer { unsafe QRcode_free(code) }
    let side = Int(unsafe code.pointee.width)
    // The lowest bit is set for a dark square; the others give its purpose.
    self.init(side: side, dark: (0..<side * side).map { unsafe code.pointee.data[$0] & 1 == 1 })
  }
}

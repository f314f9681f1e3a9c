/// Roughly how wide a line of text is, in pixels; never much less than it really is. Shaping it
/// would tell exactly, which happens where it is drawn: here it only decides how much room there
/// is.
func estimatedWidth(of text: String, size: Double) -> Double {
  text.unicodeScalars.prefix(240).reduce(0) { $0 + width(of: $1) } * size
}

/// In parts of the font's size, for a sans serif.
private func width(of scalar: Unicode.Scalar) -> Double {
  switch scalar.value {
  case 0x20, 0x21, 0x27, 0x28, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x49, 0x69, 0x6A, 0x6C, 0x7C: 0.32
  case 0x66, 0x72, 0x74, 0x2D, 0x22: 0.4
  case 0x4D, 0x57, 0x6D, 0x77, 0x25, 0x40, 0x26: 0.9
  case 0x41...0x5A: 0.68
  case ..<0x0300: 0.6
  case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
    1.02
  case 0x0600...0x06FF: isMark(scalar) ? 0 : 0.55
  default: isMark(scalar) ? 0 : 0.64
  }
}

private func isMark(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: true
  default: false
  }
}

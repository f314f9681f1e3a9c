/// An estimate of the width of a line of text, in pixels; never much less than the real width. It
/// only decides how much room there is: exact shaping happens when the text is drawn.
package func estimatedWidth(of text: String, size: Double) -> Double {
  text.unicodeScalars.prefix(240).reduce(0) { $0 + width(of: $1) } * size
}

/// An estimate of the distance between lines of a text, relative to the font size; never much less
/// than the real one.
package func estimatedLineHeight(of text: String) -> Double {
  text.unicodeScalars.prefix(240).reduce(1.3) { max($0, lineHeight(of: $1)) }
}

private func lineHeight(of scalar: Unicode.Scalar) -> Double {
  switch scalar.value {
  case ..<0x0590, 0x2000..<0x2E80: 1.3
  case 0x0600...0x08FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: 2.1
  // Scripts of India and South-East Asia.
  case 0x0900..<0x1100, 0x1780..<0x1800: 1.9
  default: 1.5
  }
}

/// Relative to the font size, for a sans serif.
private func width(of scalar: Unicode.Scalar) -> Double {
  switch scalar.value {
  case 0x20...0x7E: Double(latinWidths[Int(scalar.value - 0x20)]) / 100
  case ..<0x0300: 0.6
  case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
    1.02
  case 0x0600...0x06FF: isMark(scalar) ? 0 : 0.55
  default: isMark(scalar) ? 0 : 0.64
  }
}

/// Inter Medium, from the space to the tilde, in 1/100 of the font size.
private let latinWidths: [UInt8] = [
  27, 30, 40, 64, 65, 83, 66, 22, 38, 38, 53, 67, 29, 47, 29, 37, 65, 48, 62, 65, 66, 63, 64, 58,
  64, 64, 29, 29, 67, 67, 67, 53, 97, 70, 66, 74, 73, 61, 59, 75, 75, 27, 56, 67, 57, 90, 75, 77,
  64, 77, 65, 65, 66, 74, 70, 98, 67, 69, 64, 38, 37, 38, 48, 46, 50, 57, 63, 57, 63, 59, 37, 62,
  61, 25, 25, 56, 25, 89, 60, 61, 62, 62, 39, 54, 38, 60, 57, 83, 56, 57, 56, 38, 35, 38, 67,
]

private func isMark(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .nonspacingMark, .enclosingMark, .format: true
  default: false
  }
}

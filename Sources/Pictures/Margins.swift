/// The edges of a display that stay black, because a television cuts them off. Edges are those of
/// the display, however the content is rotated.
package struct Margins: Hashable, Sendable {
  package var top: Length
  package var right: Length
  package var bottom: Length
  package var left: Length

  package enum Length: Hashable, Sendable {
    case pixels(Int)
    /// A share of the display's width or height.
    case percent(Double)
  }

  package static let none = Margins(all: .pixels(0))

  private init(all length: Length) {
    (top, right, bottom, left) = (length, length, length, length)
  }

  /// One to four lengths in the order of CSS: `3%`, or `20 40 20 40` for top, right, bottom and left.
  /// Missing ones equal those of the opposite edge, or the first.
  package init?(_ text: String) {
    let words = text.split(separator: " ").map(String.init)
    let lengths = words.compactMap(Length.init)
    guard (1...4).contains(words.count), lengths.count == words.count else { return nil }
    top = lengths[0]
    right = lengths.count > 1 ? lengths[1] : top
    bottom = lengths.count > 2 ? lengths[2] : top
    left = lengths.count > 3 ? lengths[3] : right
  }

  /// The part of a display within the margins. It starts and ends at even pixels, because of
  /// subsampled chroma; no margin exceeds a quarter of the display.
  package func area(of display: PixelSize) -> PixelRect {
    let (x, y) = (left.even(of: display.width), top.even(of: display.height))
    return PixelRect(
      x: x, y: y, width: display.width - x - right.even(of: display.width),
      height: display.height - y - bottom.even(of: display.height))
  }
}

extension Margins.Length {
  /// An even number of pixels, at most a quarter of a side of the display.
  func even(of side: Int) -> Int {
    let pixels =
      switch self {
      case .pixels(let count): count
      case .percent(let percent): Int((Double(side) * percent / 100).rounded())
      }
    return (min(pixels, side / 4) + 1) / 2 * 2
  }

  /// `2.5%`, up to 25%, or a number of pixels, up to 4096.
  init?(_ word: String) {
    let isPercent = word.utf8.last == UInt8(ascii: "%")
    let number = isPercent ? word.dropLast() : word[...]
    let digits = number.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || isPercent && $0 == UInt8(ascii: ".")
    }
    guard digits, number.utf8.count <= 8 else { return nil }
    if isPercent {
      guard let percent = Double(number), percent <= 25 else { return nil }
      self = .percent(percent)
    } else {
      guard let count = Int(number), count <= 4096 else { return nil }
      self = .pixels(count)
    }
  }
}

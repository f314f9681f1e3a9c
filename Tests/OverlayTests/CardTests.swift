import Foundation
import Testing
import VitrineCanvas
import VitrinePictures

@testable import VitrineScenes

/// Full-screen text cards, judged by their pixels.
struct CardTests {
  struct Words: CustomTestStringConvertible, Sendable {
    let name: String
    let title: String
    let text: String

    var testDescription: String { name }
  }

  private static let sentence = "The building is closed because of a technical fault. "
  static let words = [
    Words(name: "one", title: "Closed", text: ""),
    Words(name: "ten", title: "Please leave the building", text: "Use the stairs."),
    Words(
      name: "sixty", title: "Line 4 does not run today",
      text: String(repeating: sentence, count: 7)),
    Words(
      name: "four hundred", title: "The museum closes early",
      text: String(String(repeating: sentence, count: 40).prefix(2000))),
    Words(
      name: "Arabic", title: "يرجى مغادرة المبنى فورًا",
      text: "استخدموا السلالم ولا تستخدموا المصعد."),
    Words(
      name: "Japanese", title: "館内の皆様へ",
      text: "ただいま火災報知器が作動しました。係員の指示に従い、落ち着いて避難してください。"),
    Words(
      name: "long word", title: "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen",
      text: ""),
  ]
  static let sizes = [PixelSize(1280, 720), PixelSize(1920, 1080), PixelSize(1080, 1920)]

  /// The pixels of a card, without their unused bits.
  private func card(
    _ words: Words, _ sign: CardSign?, _ size: PixelSize, _ theme: Theme = Theme()
  ) throws -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: size.width * size.height)
    try pixels.withUnsafeMutableBytes { bytes in
      TextCard.draw(
        title: words.title, detail: words.text, style: CardStyle(sign, theme), font: theme.font,
        size: size, pitch: size.width * 4, into: bytes)
      guard let folder = ProcessInfo.processInfo.environment["VITRINE_CARDS"] else { return }
      let sign = sign.map { "\($0)" } ?? "plain"
      let path = "\(folder)/\(size.width)-\(words.name)-\(sign).png"
      try PNGFile.write(bytes, size: size, pitch: size.width * 4, to: path)
    }
    return pixels.map { $0 & 0xFFFFFF }
  }

  /// The smallest rectangle that contains everything but the background.
  private func ink(_ pixels: [UInt32], _ size: PixelSize) -> (
    x: ClosedRange<Int>, y: ClosedRange<Int>
  )? {
    var (x, y) = ((Int.max, Int.min), (Int.max, Int.min))
    for row in 0..<size.height {
      for column in 0..<size.width where pixels[row * size.width + column] != pixels[0] {
        (x.0, x.1) = (min(x.0, column), max(x.1, column))
        (y.0, y.1) = (min(y.0, row), max(y.1, row))
      }
    }
    return x.0 <= x.1 ? (x.0...x.1, y.0...y.1) : nil
  }

  @Test(
    "A notice stays within the safe margins and fills the screen as far as its text allows",
    arguments: words, sizes)
  func fills(words: Words, size: PixelSize) throws {
    for sign in CardSign.allCases {
      let found = try #require(ink(try card(words, sign, size), size))
      let (width, height) = (Double(size.width), Double(size.height))
      #expect(Double(found.x.lowerBound) >= width * 0.045, "\(sign)")
      #expect(Double(found.x.upperBound) <= width * 0.955, "\(sign)")
      #expect(Double(found.y.lowerBound) >= height * 0.045, "\(sign)")
      #expect(Double(found.y.upperBound) <= height * 0.955, "\(sign)")
      // Long texts take the full height, short ones as large a type as their width allows.
      #expect(Double(found.y.count) >= height * (words.text.utf8.count > 300 ? 0.75 : 0.17))
      #expect(Double(found.x.count) >= width * 0.7)
    }
  }

  @Test("The sign is at the start of the reading direction")
  func direction() throws {
    let size = PixelSize(1280, 720)
    for (words, isLeft) in [(Self.words[1], true), (Self.words[4], false)] {
      let pixels = try card(words, .emergency, size)
      let found = try #require(ink(pixels, size))
      // The sign is solid at its edge of the card; letters are not.
      let edges = [
        found.x.lowerBound..<found.x.lowerBound + 60, found.x.upperBound - 60..<found.x.upperBound,
      ]
      let counts = edges.map { edge in
        (0..<size.height).reduce(0) { sum, row in
          sum + edge.count { pixels[row * size.width + $0] == 0xFFFFFF }
        }
      }
      #expect(
        (counts[0] > 2 * counts[1]) == isLeft && (counts[1] > 2 * counts[0]) != isLeft, "\(counts)")
    }
  }

  @Test(
    "Text contrast is at least 7:1 in each severity and theme; no two severities look alike"
  )
  func contrast() throws {
    var loud = Theme()
    // Brand colours that nobody can read across a room.
    (loud.background, loud.text) = (Color(0x6A8F3A), Color(0xE0D060, alpha: 0.5))
    var grey = Theme()
    (grey.background, grey.text) = (Color(0x767676), Color(0x888888))
    for theme in [Theme(), loud, grey] {
      let styles = [nil, .information, .warning, .emergency].map { CardStyle($0, theme) }
      for style in styles {
        #expect(style.text.contrast(with: style.background) >= CardStyle.leastContrast)
      }
      #expect(Set(styles.map(\.background)).count == styles.count)
    }
    #expect(abs(Color(0x000000).contrast(with: Color(0xFFFFFF)) - 21) < 0.01)
    #expect(abs(Color(0x777777).contrast(with: Color(0xFFFFFF)) - 4.48) < 0.01)
    let usual = CardStyle(.information, Theme())
    #expect(usual.background == Theme().background.opaque && usual.text == Theme().text)
  }
}

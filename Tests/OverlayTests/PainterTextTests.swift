import Foundation
import Testing
import VitrineCanvas
import VitrineOverlay
import VitrinePictures
import VitrineScenes

@Suite("Painting texts")
struct PainterTextTests {
  private static let frame = Rect(x: 10, y: 20, width: 180, height: 60)

  private func sheet(
    _ string: String, size: Double = 24, alignment: Text.Alignment = .leading, lines: Int = 1,
    isTabular: Bool = false
  ) -> PainterSheet {
    let text = Text(
      string, size: size, color: Color(0xFFFFFF), alignment: alignment, lines: lines,
      isTabular: isTabular)
    return PainterSheet([Drawing(.text(text), in: Self.frame)])
  }

  @Test(
    "Latin starts at the left and Arabic at the right; trailing text is reversed",
    arguments: [("Vitrine", true), ("12:34", true), ("فيديو", false), ("וידאו", false)])
  func leads(string: String, isFromLeft: Bool) throws {
    let leading = try #require(sheet(string).ink)
    let trailing = try #require(sheet(string, alignment: .trailing).ink)
    for (ink, isLeft) in [(leading, isFromLeft), (trailing, !isFromLeft)] {
      let (left, right) = (ink.x - 10, 190 - ink.x - ink.width)
      #expect(isLeft ? left < 5 && right > 60 : right < 5 && left > 60, "\(ink)")
    }
  }

  @Test("A text is centred vertically, and horizontally if requested")
  func middle() throws {
    let ink = try #require(sheet("HHHH", alignment: .center).ink)
    #expect(abs(2 * ink.x + ink.width - 200) <= 4, "\(ink)")
    #expect(abs(2 * ink.y + ink.height - 100) <= 8, "\(ink)")
  }

  @Test("Long texts wrap up to their line limit and end in an ellipsis")
  func wraps() throws {
    let long = String(repeating: "wide words ", count: 30)
    let heights = try [1, 2, 3].map { try #require(sheet(long, size: 16, lines: $0).ink).height }
    #expect(heights[0] < heights[1] && heights[1] < heights[2])
    #expect(sheet("wide wordsx", size: 40).pixels == sheet("wide wordsy", size: 40).pixels)
    #expect(sheet("one", size: 40).pixels != sheet("ony", size: 40).pixels)
  }

  @Test("A line break is a space in a single-line text")
  func lineEnds() {
    #expect(sheet("a\nb").pixels == sheet("a b").pixels)
    #expect(sheet("a\r\nb\u{2028}c\u{2029}d").pixels == sheet("a b c d").pixels)
    #expect(sheet("a\nb", lines: 2).pixels != sheet("a b", lines: 2).pixels)
    #expect(sheet("a\nb\nc\nd", lines: 2).pixels == sheet("a\nb c d", lines: 2).pixels)
  }

  @Test("Tabular digits have equal widths")
  func tabular() throws {
    // The bar at the end marks the width of the digits before it.
    let ends = try "0123456789".map {
      let ink = try #require(sheet(String(repeating: $0, count: 6) + "|", isTabular: true).ink)
      return ink.x + ink.width
    }
    #expect(Set(ends).count == 1)
  }

  @Test("A time keeps its position after other texts evict it from the cache")
  func forgotten() {
    let sheet = PainterSheet(PixelSize(200, 160))
    let painter = Painter(panel: sheet.size, font: Theme().font)
    func paint(_ string: String) -> [UInt32] {
      let text = Text(string, size: 20, color: Color(0xFFFFFF))
      sheet.paint([Drawing(.text(text), in: Self.frame)], by: painter)
      return sheet.pixels
    }
    let first = paint("1:00")
    for count in 0..<200 { _ = paint("\(count)") }
    #expect(paint("1:00") == first)
  }

  @Test("Japanese is written in Japanese glyphs", .enabled(if: hasFonts(of: "ja")))
  func japanese() throws {
    let sheets = ["雨", "雪"].map { sheet($0, size: 40) }
    #expect(sheets[0].pixels != sheets[1].pixels)
    for sheet in sheets {
      // The box for a missing glyph has four complete sides.
      let ink = try #require(sheet.ink)
      let top = (ink.x..<ink.x + ink.width).filter { sheet.alpha($0, ink.y) > 0 }.count
      let left = (ink.y..<ink.y + ink.height).filter { sheet.alpha(ink.x, $0) > 0 }.count
      #expect(top < ink.width || left < ink.height)
    }
  }

  @Test(
    "Unusual texts stay within their frame",
    arguments: [
      String(repeating: "W", count: 10_000), String(repeating: "雨\n", count: 10_000),
      "a" + String(repeating: "\u{0301}", count: 100_000), "null\0null", "\u{1B}[2J\u{7F}\u{85}",
      "\u{FFFE}\u{FFFF}\u{10FFFF}\u{FFFD}",
      String(decoding: [0xFF, 0xC0, 0x80, 0xED, 0xA0], as: UTF8.self),
      "\u{202E}\u{2066}abc\u{202A}", "👩‍👩‍👧‍👦\u{FE0F}🏳️‍🌈", "\u{200B}x\u{FEFF}\u{AD}",
    ])
  func odd(string: String) throws {
    for lines in [1, 3, -5, .max] {
      let text = Text(string, size: 20, color: Color(0xFFFFFF), lines: lines)
      let sheet = PainterSheet([Drawing(.text(text), in: Self.frame, opacity: 0.7)])
      guard let ink = sheet.ink else { continue }
      #expect(ink.x >= 10 && ink.y >= 20 && ink.x + ink.width <= 190 && ink.y + ink.height <= 80)
    }
  }

  @Test("Empty texts draw nothing", arguments: ["", " ", "   \t \n ", "\0", "\u{2028}\u{2029}"])
  func empty(string: String) {
    for lines in [1, 3] { #expect(sheet(string, lines: lines).ink == nil) }
  }

  @Test(
    "Fonts of zero or invalid size draw nothing",
    arguments: [0, -1, .nan, .infinity, -.infinity, 1e300, 0.001])
  func sizes(size: Double) {
    #expect(sheet("text", size: size).ink == nil)
  }

  @Test(
    "A missing font is replaced", arguments: ["", "No Such Font", "\0", ",,,", "é\n"])
  func fonts(font: String) {
    let sheet = PainterSheet(PixelSize(200, 160))
    let text = Text("text", size: 20, color: Color(0xFFFFFF))
    sheet.paint(
      [Drawing(.text(text), in: Self.frame)], by: Painter(panel: sheet.size, font: font))
    #expect(sheet.ink != nil)
  }

  /// Asks fontconfig; false if it is not available.
  private static func hasFonts(of language: String) -> Bool {
    let list = Process()
    list.executableURL = URL(fileURLWithPath: "/usr/bin/fc-list")
    list.arguments = [":lang=\(language)", "family"]
    let output = Pipe()
    list.standardOutput = output
    guard (try? list.run()) != nil else { return false }
    let families = output.fileHandleForReading.readDataToEndOfFile()
    list.waitUntilExit()
    return !families.isEmpty
  }
}

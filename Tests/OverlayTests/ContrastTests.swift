import Foundation
import Testing
import VitrineCanvas
import VitrinePictures
import VitrineScenes

@testable import VitrineOverlay

/// Texts and icons over pictures of any brightness: WCAG 2.2, 1.4.3 and 1.4.11.
struct ContrastTests {
  enum Backdrop: String, CaseIterable, Sendable {
    case white, black, noise

    func drawings(_ screen: Rect) -> [Drawing] {
      switch self {
      case .white: return [Drawing(.box(Color(0xFFFFFF)), in: screen)]
      case .black: return [Drawing(.box(Color(0x000000)), in: screen)]
      case .noise:
        let side = 12.0
        return (0..<Int(screen.height / side) + 1).flatMap { row in
          (0..<Int(screen.width / side) + 1).map { column in
            let grey = UInt32((row * 7919 + column * 104_729) % 251)
            return Drawing(
              .box(Color(grey << 16 | grey << 8 | grey)),
              in: Rect(x: Double(column) * side, y: Double(row) * side, width: side, height: side))
          }
        }
      }
    }
  }

  /// Scenes in which something is above a video.
  private static let scenes = GoldenScene.all.filter { scene in
    [
      "playing", "everything", "paused-japanese", "menu-many", "menu-subtitle-style", "live",
      "volume", "message", "note-bars", "drag-time", "skip-button", "waiting-for-network", "idle",
      "long-title", "notice-text", "notice-information", "notice-warning", "notice-emergency",
    ].contains(scene.name)
  }

  @Test(
    "Every text has a contrast of at least 4.5, and every icon of 3, over any picture",
    arguments: scenes, Backdrop.allCases)
  func contrast(scene: GoldenScene, backdrop: Backdrop) {
    check(scene, backdrop, text: 4.5, icons: 3)
  }

  @Test(
    "With high contrast, every text and icon has 7 over a white picture, as WCAG 1.4.6 asks of texts",
    arguments: scenes + GoldenScene.all.filter { $0.name.hasSuffix("high-contrast") })
  func highContrast(scene: GoldenScene) {
    let adapted = GoldenScene(
      scene.name, hasList: scene.hasList,
      change: { options in
        scene.change(&options)
        options.theme.useHighContrast()
      }, scene.act)
    check(adapted, .white, text: 7, icons: 7)
  }

  private func check(_ scene: GoldenScene, _ backdrop: Backdrop, text: Double, icons: Double) {
    let size = PixelSize(1280, 720)
    let own = scene.drawings(size).dropFirst(GoldenSamples.backdrop(Rect(size)).count)
    let all = backdrop.drawings(Rect(size)) + own
    for (index, drawing) in all.enumerated() where drawing.opacity > 0.99 {
      let (color, least): (Color, Double)
      switch drawing.shape {
      case .text(let words): (color, least) = (words.color, text)
      case .icon(_, let tint), .sign(_, let tint, _): (color, least) = (tint, icons)
      default: continue
      }
      guard let frame = Self.pixels(of: drawing, size) else { continue }
      var others = all
      others.remove(at: index)
      let (whole, below) = (picture(all, size, frame), picture(others, size, frame))
      let contrasts = zip(whole, below).lazy.filter { $0 != $1 }
        .map { Self.contrast(of: color, on: $1) }
      guard let lowest = contrasts.min() else { continue }
      #expect(lowest >= least, "\(drawing.shape)")
    }
  }

  private static func pixels(of drawing: Drawing, _ size: PixelSize) -> PixelRect? {
    guard let part = drawing.extent.intersection(Rect(size)) else { return nil }
    let (x, y) = (Int(part.x.rounded(.up)), Int(part.y.rounded(.up)))
    return PixelRect(x: x, y: y, width: Int(part.right) - x, height: Int(part.bottom) - y)
  }

  /// The pixels in a part of the display.
  private func picture(_ drawings: [Drawing], _ size: PixelSize, _ part: PixelRect) -> [UInt32] {
    let sheet = PainterSheet(size)
    let painter = Painter(panel: size, rotation: .none, font: Theme().font)
    sheet.paint(drawings, only: [part], by: painter, pictures: GoldenSamples.pictures)
    return (part.y..<part.y + part.height).flatMap { y in
      (part.x..<part.x + part.width).map { sheet[$0, y] }
    }
  }

  /// The contrast of a colour that is drawn on an opaque pixel.
  private static func contrast(of color: Color, on pixel: UInt32) -> Double {
    let below = [16, 8, 0].map { Double(pixel >> $0 & 255) / 255 }
    let above = zip([color.red, color.green, color.blue], below).map { part, other in
      part * color.alpha + other * (1 - color.alpha)
    }
    let (first, second) = (luminance(above) + 0.05, luminance(below) + 0.05)
    return max(first, second) / min(first, second)
  }

  /// WCAG's relative luminance.
  private static func luminance(_ parts: [Double]) -> Double {
    let linear = parts.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}

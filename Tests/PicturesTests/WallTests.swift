import Testing
import VitrinePictures

@Suite("Displays that show one picture together")
struct WallTests {
  private static let mode = PixelSize(1920, 1080)

  @Test(
    "Each display has its part of the picture, and bezels hide some of it",
    arguments: [
      ("A B", "0", ["A": "3840x1080+0+0", "B": "3840x1080+-1920+0"]),
      ("A / B", "0", ["A": "1920x2160+0+0", "B": "1920x2160+0+-1080"]),
      ("A B", "40", ["A": "3880x1080+0+0", "B": "3880x1080+-1960+0"]),
      // Odd lengths are rounded up.
      ("A  B/C D", "41 2%", ["A": "3882x2182+0+0", "D": "3882x2182+-1962+-1102"]),
      ("A B C", "1%", ["C": "5800x1080+-3880+0", "X": nil]),
    ] as [(String, String, [String: String?])])
  func places(text: String, bezels: String, areas: [String: String?]) throws {
    var wall = try #require(Wall(text))
    wall.bezels = try #require(Wall.Bezels(bezels))
    for (connector, area) in areas {
      #expect(wall.area(of: Self.mode, at: connector)?.description == area, "\(connector)")
    }
  }

  @Test(
    "Rotated displays keep the places in which a viewer sees them",
    arguments: [
      // Content turned clockwise: the viewer's left is the top of the panels.
      (Rotation.clockwise, ["A": "1920x2200+0+0", "B": "1920x2200+0+-1120"]),
      (.counterclockwise, ["A": "1920x2200+0+-1120", "B": "1920x2200+0+0"]),
      (.upsideDown, ["A": "3880x1080+-1960+0", "B": "3880x1080+0+0"]),
    ])
  func rotated(rotation: Rotation, areas: [String: String]) throws {
    var wall = try #require(Wall("A B"))
    wall.bezels = try #require(Wall.Bezels("40 20"))
    let turned = wall.onPanels(turnedBy: rotation)
    for (connector, area) in areas {
      #expect(turned.area(of: Self.mode, at: connector)?.description == area, "\(connector)")
    }
    #expect(Set(turned.connectors) == ["A", "B"])
  }

  @Test(
    "Other texts are refused",
    arguments: [
      "", "A", "A A", "A B / C", "A / ", "/", "A B //", "A B C D E F G H I J K L M N O P Q",
    ])
  func refused(text: String) { #expect(Wall(text) == nil) }

  @Test("Neighbouring parts of a scaled picture meet without a gap", arguments: [640, 1280, 1366])
  func seams(width: Int) {
    let (screen, source) = (PixelSize(3880, 1080), PixelRect(PixelSize(width, 720)))
    let parts = [
      PixelRect(x: 0, y: 0, width: 1920, height: 1080),
      PixelRect(x: 1920, y: 0, width: 40, height: 1080),
      PixelRect(x: 1960, y: 0, width: 1920, height: 1080),
    ].map { FixedRect($0, of: screen, onto: source) }
    for (part, next) in zip(parts, parts.dropFirst()) { #expect(part.x + part.width == next.x) }
    #expect(parts[2].x + parts[2].width == width << 16)
    #expect(abs(Double(parts[2].x) / 65536 - 1960.0 / 3880 * Double(width)) < 1.0 / 65536)
  }
}

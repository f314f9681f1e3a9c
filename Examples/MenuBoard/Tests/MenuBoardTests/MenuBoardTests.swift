import Foundation
import Testing
import VitrineKit
import VitrineProgramme
import VitrineTesting

@testable import MenuBoard

@Suite("A menu board on a stage", .timeLimit(.minutes(1)))
struct MenuBoardTests {
  private static let template = """
    background: "#102030"
    zones:
      film: {film: true, width: 50}
      prices: {table: menu, left: 50, background: "#304050", columns: [{text: "{name}"}, {text: "{price}"}]}
    """

  @Test("The film has its zone and the prices have theirs, until the template is removed")
  func zones() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "menu-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(Self.template.utf8).write(to: folder.appending(path: "board.yaml"))
    try Data("name,price\nTea,2.50\n".utf8).write(to: folder.appending(path: "menu.csv"))
    let stage = Stage(width: 960, height: 540)
    stage.films["film"] = Film(seconds: 100, frameRate: 5)
    let player = stage.player([Item(path: "film")], options: MenuBoard.options)
    func color(_ x: Int) -> UInt32? { stage.screenshot()?.color(x: x, y: 500) }
    player.setTemplate(Template(folder.appending(path: "board.yaml").path, data: folder.path))
    #expect(await stage.advance(for: .seconds(1)) { color(900) == 0x304050 })
    #expect(color(100) == 0x404040)
    player.setTemplate(nil)
    #expect(await stage.advance(for: .seconds(1)) { color(900) == 0x404040 })
  }
}

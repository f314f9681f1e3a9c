import Foundation
import Testing
import VitrineKit
import VitrineTesting

@testable import Departures

@Suite("A departure board on a stage", .timeLimit(.minutes(1)))
struct DeparturesTests {
  @Test("The board follows its file within a second, and stays if the file is removed")
  func follows() async throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "departures-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    func write(_ rows: String...) throws {
      try Data(rows.joined(separator: "\n").utf8).write(to: file)
    }
    try write("14:05 | Harbour | 3")
    let stage = Stage(width: 960, height: 540)
    stage.films["film"] = Film(seconds: 100, frameRate: 5)
    let player = stage.player([Item(path: "film")], options: Departures.options)
    let following = Task { await Departures.follow(file.path, player, by: stage.clock) }
    // A board of two rows begins 160 points above the lower edge, of one 120.
    func isBoard(_ y: Int) -> Bool { stage.screenshot()?.color(x: 480, y: y) != 0x404040 }
    await stage.advance(for: .seconds(1))
    #expect(isBoard(460) && !isBoard(390))
    try write("14:05 | Harbour | 3 | !late", "14:12 | Lighthouse | 1")
    #expect(await stage.advance(for: .seconds(1.2)) { isBoard(390) })
    try FileManager.default.removeItem(at: file)
    await stage.advance(for: .seconds(3))
    #expect(isBoard(390))
    following.cancel()
    await following.value
    #expect(player.status.isPlaying)
  }

  @Test("A board has at most eight rows and ignores incomplete lines")
  func rows() {
    let board = Board("14:05 | Harbour\n\n" + String(repeating: "9:00|A|1|!late\n", count: 20))
    #expect(board.rows.count == 8)
    #expect(board.rows.allSatisfy { $0.isUrgent && $0.note == "late" && $0.platform == "1" })
  }
}

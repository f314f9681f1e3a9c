import Testing
import VitrineKit
import VitrineTesting

@testable import Banner

@Suite("A banner on a stage", .timeLimit(.minutes(1)))
struct BannerTests {
  @Test("A line becomes the banner along the bottom, and an empty line removes it")
  func banner() async throws {
    let stage = Stage(width: 960, height: 540)
    stage.films["film"] = Film(seconds: 100, frameRate: 5)
    let player = stage.player([Item(path: "film")], options: Banner.options)
    func isBanner() -> Bool { stage.screenshot()?.color(x: 2, y: 535) != 0x404040 }
    await stage.advance(for: .seconds(1))
    #expect(!isBanner())
    Banner.show("Boarding at gate 4", on: player)
    #expect(await stage.advance(for: .seconds(1)) { isBanner() })
    Banner.show("", on: player)
    #expect(await stage.advance(for: .seconds(1)) { !isBanner() })
    #expect(player.status.isPlaying)
  }
}

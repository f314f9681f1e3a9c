import Testing
import VitrineKit
import VitrineTesting

@testable import TwoScreens

@Suite("Two players on a stage", .timeLimit(.minutes(1)))
struct TwoScreensTests {
  private let stage = Stage(width: 320, height: 180)

  @Test("When one player reaches its end, the other is closed and no error is returned")
  func ends() async {
    stage.films = ["a": Film(seconds: 100, frameRate: 5), "b": Film(seconds: 4, frameRate: 5)]
    let (first, second) = (stage.player([Item(path: "a")]), stage.player([Item(path: "b")]))
    let running = Task { await TwoScreens.run(first, second) }
    await stage.advance(for: .seconds(6))
    #expect(await running.value == nil)
    #expect(!first.status.isPlaying && second.status.phase == .ended)
    #expect(stage.frames(of: first).allSatisfy { $0.time < .seconds(4.5) })
    #expect(stage.frames(of: first).count > 15)
  }

  @Test("When one player cannot play its film, the other is closed and the error is returned")
  func fails() async {
    stage.films = ["a": Film(seconds: 100, frameRate: 5), "b": .unreadable()]
    let first = stage.player([Item(path: "a")], options: TwoScreens.options(isFirst: true))
    let second = stage.player([Item(path: "b")], options: TwoScreens.options(isFirst: false))
    let running = Task { await TwoScreens.run(first, second) }
    await stage.advance(for: .seconds(3))
    let failure = await running.value
    #expect(failure?.category == .format && failure?.message.hasPrefix("b: ") == true)
    #expect(!first.status.isPlaying)
  }
}

import Testing
import VitrineKit
import VitrineTesting

/// Starting, ending and repeating, as `ComingFromAVPlayer.md` maps them.
@Suite("Coming from AVPlayer: from start to end", .timeLimit(.minutes(1)))
struct FamiliarStartTests {
  private let stage = Stage(width: 64, height: 48)

  private func player(
    _ names: String..., seconds: Double = 10, _ change: (inout PlayerOptions) -> Void = { _ in }
  ) -> Player {
    for name in names {
      stage.films[name] = Film(seconds: seconds)
      stage.films[name]?.color = 0x20_60_A0
    }
    var options = PlayerOptions()
    (options.interface, options.staysOpen) = (nil, true)
    change(&options)
    return stage.player(names.map { Item(path: $0) }, options: options)
  }

  @Test("Without autoplay, the first frame shows until playback starts")
  func autoplay() {
    let player = player("a") { $0.isPaused = true }
    stage.advance(by: .seconds(30))
    #expect(player.status.isPaused && !player.status.isPlaying && player.status.position == .zero)
    #expect(stage.frames.map(\.position) == [.zero])
    player.play()
    stage.advance(by: .seconds(2))
    #expect(player.status.isPlaying && player.status.position > .seconds(1.8))
  }

  @Test("The player is playing only while time advances: not paused, ended or scrubbing")
  func isPlaying() {
    let player = player("a")
    #expect(!player.status.isPlaying)
    stage.advance(by: .seconds(1))
    #expect(player.status.isPlaying)
    player.pause()
    stage.advance(by: .seconds(1))
    #expect(!player.status.isPlaying)
    player.play()
    player.beginScrubbing()
    stage.advance(by: .seconds(1))
    #expect(!player.status.isPlaying)
    player.endScrubbing()
    stage.advance(by: .seconds(1))
    #expect(player.status.isPlaying)
    player.setDisplayOn(false)
    stage.advance(by: .seconds(1))
    #expect(!player.status.isPlaying && player.status.phase == .playing)
    player.setDisplayOn(true)
    stage.advance(by: .seconds(20))
    #expect(!player.status.isPlaying && player.status.phase == .ended)
  }

  @Test("Closing in the middle ends playback and is the last event")
  func closed() async {
    let player = player("a")
    let statuses = player.statuses
    stage.advance(by: .seconds(1))
    player.close()
    stage.advance(by: .seconds(1))
    #expect(player.status.phase == .idle && !player.status.isPlaying && player.status.item == nil)
    let last = await statuses.reduce(into: PlayerStatus?.none) { $0 = $1 }
    #expect(last?.phase == .idle && last?.item == nil)
  }

  @Test("A stopped player shows nothing, and playing starts over")
  func stop() {
    let player = player("a")
    stage.advance(by: .seconds(5))
    player.stop()
    stage.advance(by: .seconds(1))
    #expect(player.status.phase == .idle && player.status.item == nil)
    #expect(stage.screenshot()?.color(x: 32, y: 24) == 0)
    player.play()
    stage.advance(by: .seconds(1))
    #expect(player.status.isPlaying && player.status.position < .seconds(1))
  }

  @Test("At its end the player keeps the last frame, and playing starts over")
  func replay() {
    let player = player("a")
    stage.advance(by: .seconds(20))
    #expect(player.status.phase == .ended)
    #expect(stage.screenshot()?.color(x: 32, y: 24) == 0x20_60_A0)
    player.play()
    stage.advance(by: .seconds(3))
    #expect(player.status.isPlaying && player.status.position < .seconds(3))
    player.seek(to: .zero)
    stage.advance(by: .seconds(1))
    #expect(player.status.position < .seconds(1))
  }

  @Test("The first frame after a seek is reported with its position")
  func seekDone() {
    let player = player("a", seconds: 60)
    stage.advance(by: .seconds(1))
    player.seek(to: .seconds(30))
    stage.advance(by: .seconds(1))
    let places = stage.events.compactMap { received -> Duration? in
      if case .shown(_, let position, _) = received.event { position } else { nil }
    }
    #expect(places == [.zero, .seconds(30)], "\(places)")
  }

  @Test("Each round of a loop is reported like the first")
  func rounds() {
    let player = player("a", seconds: 2) { $0.loop = .item }
    stage.advance(by: .seconds(9))
    let rounds = stage.events.filter { if case .playing = $0.event { true } else { false } }
    #expect(rounds.count == 5 && player.status.isPlaying)
    for (round, next) in zip(rounds, rounds.dropFirst()) {
      #expect(abs((next.time - round.time) / .milliseconds(1) - 2000) < 100)
    }
  }

  @Test("Seeks in a clip use the file's times")
  func seekInPart() {
    let player = player("a", seconds: 60)
    var part = Item(path: "a")
    (part.start, part.end) = (.seconds(20), .seconds(40))
    player.play(part)
    stage.advance(by: .seconds(1))
    player.seek(to: .seconds(30))
    stage.advance(by: .seconds(1))
    #expect((.seconds(30)...(.seconds(31.1))).contains(player.status.position))
  }
}

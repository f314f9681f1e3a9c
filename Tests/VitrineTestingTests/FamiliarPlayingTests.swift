import Testing
import VitrineKit
import VitrineTesting

/// Playback and seeking, as `ComingFromAVPlayer.md` maps them.
@Suite("Coming from AVPlayer: playback")
struct FamiliarPlayingTests {
  private let stage = Stage(width: 64, height: 48)

  private func player(_ names: String..., seconds: Double = 60) -> Player {
    for name in names { stage.films[name] = Film(seconds: seconds) }
    var options = PlayerOptions()
    (options.interface, options.staysOpen) = (nil, true)
    let player = stage.player(names.map { Item(path: $0) }, options: options)
    stage.advance(by: .seconds(2))
    return player
  }

  /// Whether it is at a position or a little before: a restart takes some vblanks.
  private func isNear(_ place: Duration, _ wanted: Duration) -> Bool {
    place <= wanted + .milliseconds(60) && place >= wanted - .milliseconds(200)
  }

  @Test("Pausing holds the position, playing resumes it, and toggling alternates")
  func playAndPause() {
    let player = player("a")
    player.pause()
    stage.advance(by: .seconds(5))
    let place = player.status.position
    #expect(player.status.isPaused && isNear(place, .seconds(2)), "\(place)")
    player.play()
    stage.advance(by: .seconds(3))
    #expect(!player.status.isPaused && isNear(player.status.position, place + .seconds(3)))
    player.togglePause()
    stage.advance(by: .seconds(1))
    #expect(player.status.isPaused)
  }

  @Test("Another item replaces this one")
  func replace() {
    let player = player("a")
    stage.films["b"] = Film(seconds: 9)
    player.play(Item(path: "b"))
    stage.advance(by: .seconds(1))
    #expect(player.status.item?.location == "b" && player.status.duration == .seconds(9))
  }

  @Test("A seek reaches the exact frame or a key frame near it")
  func seek() {
    let player = player("a")
    player.seek(to: .seconds(30))
    stage.advance(by: .seconds(1))
    #expect(isNear(player.status.position, .seconds(31)))
    player.seek(to: .milliseconds(10_500), .keyFrame)
    stage.advance(by: .milliseconds(100))
    #expect((.seconds(8)...(.seconds(13))).contains(player.status.position))
  }

  @Test("A step moves one frame and pauses")
  func step() throws {
    let player = player("a")
    player.pause()
    stage.advance(by: .seconds(1))
    let before = try #require(stage.frames.last).position
    player.step(forward: true)
    stage.advance(by: .seconds(1))
    #expect(stage.frames.last?.position == before + .milliseconds(40))
    player.step(forward: false)
    stage.advance(by: .seconds(1))
    #expect(stage.frames.last?.position == before)
    #expect(player.status.isPaused)
  }

  @Test("Scrubbing moves the picture, and playback continues from the final position")
  func scrubbing() throws {
    let player = player("a")
    player.beginScrubbing()
    stage.advance(by: .milliseconds(100))
    #expect(player.status.isScrubbing)
    for second in [20, 40, 50] {
      player.scrub(to: .seconds(second))
      stage.advance(by: .milliseconds(500))
      let last = try #require(stage.frames.last).position
      #expect(isNear(last, .seconds(second)), "\(second): \(last)")
    }
    player.endScrubbing()
    stage.advance(by: .seconds(2))
    #expect(!player.status.isScrubbing && isNear(player.status.position, .seconds(52)))
  }

  @Test("Skipping moves ten seconds either way, and not past the beginning")
  func skip() {
    let player = player("a")
    player.skip(by: .seconds(10))
    stage.advance(by: .seconds(1))
    #expect(isNear(player.status.position, .seconds(13)))
    player.skip(by: .seconds(-30))
    stage.advance(by: .milliseconds(500))
    #expect(player.status.position < .seconds(1))
  }

  @Test("The rate and the volume apply")
  func amounts() {
    let player = player("a")
    let before = player.status.position
    player.setRate(2)
    player.setVolume(0.5)
    player.setMuted(true)
    stage.advance(by: .seconds(4))
    let status = player.status
    #expect(status.rate == 2 && status.volume == 0.5 && status.isMuted)
    #expect(status.position > before + .seconds(7))
  }

  @Test("A clip starts and ends at its times in the file")
  func part() {
    stage.films["a"] = Film(seconds: 60)
    var item = Item(path: "a")
    (item.start, item.end) = (.seconds(20), .seconds(25))
    var options = PlayerOptions()
    options.interface = nil
    let player = stage.player([item], options: options)
    stage.advance(by: .seconds(1))
    #expect(isNear(player.status.position, .seconds(21)), "\(player.status.position)")
    stage.advance(by: .seconds(5))
    #expect(player.status.phase == .ended)
    let positions = stage.frames.filter { $0.item != nil }.map(\.position)
    #expect(positions.first == .seconds(20) && positions.last == .milliseconds(24_960))
  }
}

import Testing
import VitrineKit
import VitrineTesting

@testable import Jukebox

@Suite("A jukebox on a stage", .timeLimit(.minutes(1)))
struct JukeboxTests {
  private let stage = Stage(width: 320, height: 180)
  private let player: Player
  private let attendance: Task<Void, Never>

  init() {
    let songs = ["a.mp3", "b.mp3", "c.mp3"]
    for song in songs { stage.films[song] = Film(seconds: 20, frameRate: 1) }
    player = stage.player(songs.map(Item.init(path:)), options: Jukebox.options)
    attendance = Jukebox.attend(player)
  }

  private var song: String? { player.status.item?.location }

  @Test(
    "the colours of a remote go to the song before and after, and pause; other keys are as ever")
  func remote() async {
    await stage.advance(for: .seconds(1))
    #expect(song == "a.mp3")
    stage.press("KEY_YELLOW")
    await stage.advance(for: .seconds(1))
    #expect(song == "b.mp3" && player.status.isPlaying)
    stage.press("KEY_RED")
    await stage.advance(for: .seconds(1))
    #expect(song == "a.mp3")
    stage.press("KEY_GREEN")
    stage.press("KEY_VOLUMEDOWN")
    await stage.advance(for: .seconds(1))
    #expect(player.status.isPaused && player.status.volume < 1)
  }

  @Test("the blue key shuffles what is still to come, and orders it again")
  func shuffled() async {
    await stage.advance(for: .seconds(1))
    for isShuffled in [true, false] {
      stage.press("KEY_BLUE")
      await stage.advance(for: .seconds(1))
      #expect(player.queue.isShuffled == isShuffled)
    }
    #expect(song == "a.mp3")
  }

  @Test("songs go round for ever, and its tasks end with the player")
  func round() async {
    stage.advance(by: .seconds(61))
    #expect(song == "a.mp3" && player.status.isPlaying)
    player.close()
    stage.advance(by: .seconds(1))
    await attendance.value
  }
}

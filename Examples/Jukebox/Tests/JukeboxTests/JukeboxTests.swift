import Testing
import VitrineKit
import VitrineTesting

@testable import Jukebox

@Suite("A jukebox on a stage", .timeLimit(.minutes(1)))
struct JukeboxTests {
  private let stage = Stage(width: 320, height: 180)
  private let player: Player
  private let handling: Task<Void, Never>

  init() {
    let songs = ["a.mp3", "b.mp3", "c.mp3"]
    for song in songs { stage.films[song] = Film(seconds: 20, frameRate: 1) }
    player = stage.player(songs.map(Item.init(path:)), options: Jukebox.options)
    handling = Jukebox.handleEvents(of: player)
  }

  @Test("Options precede the songs, and each has a value")
  func arguments() {
    let full = Arguments(["--socket", "/run/j", "--http", "8080", "a.mp3", "--b.mp3"])
    #expect(full?.socket == "/run/j" && full?.port == 8080)
    #expect(full?.songs.map(\.location) == ["a.mp3", "--b.mp3"])
    #expect(Arguments(["a.mp3"])?.socket == nil)
    let invalid = [
      [], ["--socket"], ["--http", "x", "a.mp3"], ["--http", "8080"], ["--x", "y", "z"],
    ]
    for words in invalid { #expect(Arguments(words) == nil, "\(words)") }
  }

  private var song: String? { player.status.item?.location }

  @Test(
    "The colour keys select the previous and the next song and pause; other keys keep their functions"
  )
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

  @Test("The blue key turns shuffling on and off")
  func shuffled() async {
    await stage.advance(for: .seconds(1))
    for isShuffled in [true, false] {
      stage.press("KEY_BLUE")
      await stage.advance(for: .seconds(1))
      #expect(player.queue.isShuffled == isShuffled)
    }
    #expect(song == "a.mp3")
  }

  @Test("Songs play in a loop, and the tasks end with the player")
  func round() async {
    stage.advance(by: .seconds(61))
    #expect(song == "a.mp3" && player.status.isPlaying)
    player.close()
    stage.advance(by: .seconds(1))
    await handling.value
  }
}

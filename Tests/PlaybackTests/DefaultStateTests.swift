import Testing
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@Suite("The operator's state")
struct DefaultStateTests {
  @Test(
    "The operator's settings do not count as a visitor's",
    arguments: [
      .setVolume(0.3), .setMuted(true), .setRate(2), .setFit(.cover), .setRotation(.upsideDown),
      .select(.subtitle, .off), .select(.audio, .language("fr")), .setSubtitleScale(2),
      .setSubtitleDelay(MediaTime(1, 1)), .setSignLanguage(true),
      .setQuality(.lowest), .stop, .setRate(99), .setVolume(-1),
    ] as [Command])
  func record(command: Command) {
    var (home, state) = (DefaultState(), PlaybackState(queue: Queue([Item(path: "a")])))
    _ = state.perform(.play, position: .zero, picture: .zero)
    home.record(command)
    _ = state.perform(command, position: .zero, picture: .zero)
    var status = PlaybackStatus()
    let intention = state.intention
    (status.phase, status.isPaused, status.rate) = (state.phase, state.isPaused, intention.rate)
    (status.volume, status.isMuted) = (intention.volume, intention.isMuted)
    status.quality = intention.quality
    (status.fit, status.rotation, status.choices) = (
      intention.fit, intention.rotation, intention.choices(in: state.currentEntry)
    )
    #expect(home.settings(from: status) == [] && home.motion(from: status) == [])
  }

  @Test("A film configured to start paused stays paused until the operator starts it")
  func begunPaused() {
    var (home, status) = (DefaultState(), PlaybackStatus())
    (home.isPaused, status.phase, status.isPaused) = (true, .playing, true)
    #expect(home.motion(from: status) == [])
    home.record(.play)
    #expect(home.motion(from: status) == [.play])
  }

  @Test("Playback resumes however it was paused; a track chosen by number is undone")
  func pausedByCommand() {
    var (home, status) = (DefaultState(), PlaybackStatus())
    home.record(.pause)
    home.record(.select(.audio, .index(3)))
    (status.phase, status.isPaused, status.choices.audio) = (.playing, true, .index(3))
    #expect(home.motion(from: status) == [.play])
    #expect(home.settings(from: status) == [.choose(home.choices)])
  }

  @Test(
    "A delayed live stream returns to the live edge",
    arguments: [
      (0, false, []), (3, false, []), (30, false, [.seek(.init(to: MediaTime(100, 1)))]),
      (30, true, [.play, .seek(.init(to: MediaTime(100, 1)))]), (0, true, [.play]),
    ] as [(Int64, Bool, [Command])])
  func live(behind: Int64, isPaused: Bool, wanted: [Command]) {
    var (home, status) = (DefaultState(), PlaybackStatus())
    (status.phase, status.isPaused) = (.playing, isPaused)
    status.position = MediaTime(100 - behind, 1)
    status.live = LiveProgress(
      latency: .zero, target: .zero, rate: 1, isShifted: false,
      window: MediaTime.zero...MediaTime(100, 1))
    #expect(home.motion(from: status) == wanted)
    home.isPaused = true
    #expect(home.motion(from: status) == [])
  }

  @Test("The rendition that a visitor chose is undone")
  func quality() {
    var (home, status) = (DefaultState(), PlaybackStatus())
    home.record(.setQuality(.atMost(3_000_000)))
    status.quality = .upTo(height: 240)
    #expect(home.settings(from: status) == [.setQuality(.atMost(3_000_000))])
  }
}

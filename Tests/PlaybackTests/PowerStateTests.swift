import Testing
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@Suite("Playback while the display is off")
struct PowerStateTests {
  private func playing(_ whileOff: PlayWhileOff) throws -> PlaybackState {
    var state = PlaybackState(
      queue: Queue([Item(path: "a"), Item(path: "b")]), whileOff: whileOff)
    _ = state.play()
    let run = try #require(state.currentRun)
    for report in [PlaybackState.Report.opened(duration: MediaTime(60, 1)), .ready] {
      _ = state.receive(report, from: run)
    }
    #expect(state.phase == .playing)
    return state
  }

  @Test("Playback stops and resumes; the user's pause or play command persists")
  func pause() throws {
    var state = try playing(.pause)
    #expect(state.setPower(false) == [.setPower(false), .setVolume(0), .pause])
    #expect(!state.isPaused && state.isHeld && !state.isDisplayOn)
    #expect(state.setPower(false) == [])
    #expect(state.setPower(true) == [.setPower(true), .setVolume(1), .resume])
  }

  @Test("Playback stays paused if it was paused before or meanwhile")
  func paused() throws {
    var state = try playing(.pause)
    _ = state.setPower(false)
    #expect(state.pause() == [])
    #expect(state.setPower(true) == [.setPower(true), .setVolume(1)])
    #expect(state.play() == [.resume])
  }

  @Test("Playback continues without audio")
  func goOn() throws {
    var state = try playing(.continue)
    #expect(state.perform(.off) == [.setPower(false), .setVolume(0)])
    #expect(!state.isHeld && state.phase == .playing)
    #expect(state.setVolume(0.5) == [.setVolume(0)])
    #expect(state.perform(.toggle) == [.setPower(true), .setVolume(0.5)])
  }

  @Test("Playback ends and starts over")
  func stop() throws {
    var state = try playing(.stop)
    let run = try #require(state.currentRun)
    #expect(state.setPower(false) == [.setPower(false), .close(run), .blank])
    #expect(state.phase == .idle)
    _ = state.setPower(true)
    #expect(state.phase == .opening && state.currentItem == Item(path: "a"))
  }

  @Test("Playback that is stopped, before or meanwhile, does not start")
  func stopped() throws {
    var state = try playing(.stop)
    _ = state.stop()
    _ = state.setPower(false)
    _ = state.setPower(true)
    #expect(state.phase == .idle)
    state = try playing(.stop)
    _ = state.setPower(false)
    _ = state.stop()
    _ = state.setPower(true)
    #expect(state.phase == .idle)
  }

  @Test("Brightness settings persist while the display is off and do not count as use")
  func brightness() throws {
    var state = try playing(.pause)
    #expect(state.setBrightness(.asFound) == [])
    #expect(state.setBrightness(.percent(40)) == [.setBrightness(.percent(40))])
    _ = state.setPower(false)
    #expect(state.setBrightness(.percent(30)) == [.setBrightness(.percent(30))])
    #expect(state.setPower(true) == [.setPower(true), .setVolume(1), .resume])
    #expect(state.intention.brightness == .percent(30))
    #expect(!Command.setBrightness(.percent(30)).isInteraction)
    #expect(Brightness(percent: 101) == .percent(100) && Brightness(percent: -1) == .percent(0))
  }

  @Test("An item requested while the display is off starts once it is on")
  func later() {
    var state = PlaybackState(queue: Queue([Item(path: "a")]), whileOff: .stop)
    _ = state.setPower(false)
    #expect(state.play() == [] && state.phase == .idle)
    _ = state.setPower(true)
    #expect(state.phase == .opening)
  }
}

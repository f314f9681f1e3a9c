import Testing
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@Suite("Playing while the display is off")
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

  @Test("It stands and goes on; what the person wanted stays")
  func pause() throws {
    var state = try playing(.pause)
    #expect(state.setPower(false) == [.setPower(false), .setVolume(0), .pause])
    #expect(!state.isPaused && state.isHeld && !state.isDisplayOn)
    #expect(state.setPower(false) == [])
    #expect(state.setPower(true) == [.setPower(true), .setVolume(1), .resume])
  }

  @Test("Paused before or meanwhile, it stays paused")
  func paused() throws {
    var state = try playing(.pause)
    _ = state.setPower(false)
    #expect(state.pause() == [])
    #expect(state.setPower(true) == [.setPower(true), .setVolume(1)])
    #expect(state.play() == [.resume])
  }

  @Test("It goes on unheard")
  func goOn() throws {
    var state = try playing(.continue)
    #expect(state.perform(.off) == [.setPower(false), .setVolume(0)])
    #expect(!state.isHeld && state.phase == .playing)
    #expect(state.setVolume(0.5) == [.setVolume(0)])
    #expect(state.perform(.toggle) == [.setPower(true), .setVolume(0.5)])
  }

  @Test("It ends, and begins anew")
  func stop() throws {
    var state = try playing(.stop)
    let run = try #require(state.currentRun)
    #expect(state.setPower(false) == [.setPower(false), .close(run), .blank])
    #expect(state.phase == .idle)
    _ = state.setPower(true)
    #expect(state.phase == .opening && state.currentItem == Item(path: "a"))
  }

  @Test("What was stopped, or is stopped meanwhile, does not begin")
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

  @Test("How bright it is to be holds in the dark, and is no use of the display")
  func brightness() throws {
    var state = try playing(.pause)
    #expect(state.setBrightness(.asFound) == [])
    #expect(state.setBrightness(.percent(40)) == [.setBrightness(.percent(40))])
    _ = state.setPower(false)
    #expect(state.setBrightness(.percent(30)) == [.setBrightness(.percent(30))])
    #expect(state.setPower(true) == [.setPower(true), .setVolume(1), .resume])
    #expect(state.intention.brightness == .percent(30))
    #expect(!Command.setBrightness(.percent(30)).isUse)
    #expect(Brightness(percent: 101) == .percent(100) && Brightness(percent: -1) == .percent(0))
  }

  @Test("What is to play while it is off begins once it is on")
  func later() {
    var state = PlaybackState(queue: Queue([Item(path: "a")]), whileOff: .stop)
    _ = state.setPower(false)
    #expect(state.play() == [] && state.phase == .idle)
    _ = state.setPower(true)
    #expect(state.phase == .opening)
  }
}

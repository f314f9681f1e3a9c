import Testing
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

/// The display turned off and on, with fakes.
struct PowerTests {
  @Test(
    "Playback is at the requested position after the display goes off and on",
    arguments: [
      (PlayWhileOff.pause, 1.0...1.2), (.continue, 9.0...10.2), (.stop, 0.0...0.2),
    ])
  func meanwhile(whileOff: PlayWhileOff, place: ClosedRange<Double>) {
    let player = FakePlayer(
      ["a"], scripts: ["a": .init(frames: 1800, rate: 30)],
      power: PowerOptions(meanwhile: whileOff))
    player.play(for: .seconds(1))
    player.player.setPower(false)
    player.play(for: .seconds(9))
    #expect(!player.player.status.isDisplayOn && !player.player.status.isPaused)
    player.player.setPower(true)
    player.play(for: .milliseconds(100))
    #expect(player.player.status.isDisplayOn)
    #expect(place.contains(player.player.status.position.seconds))
    #expect(!player.events.value.contains { $0.hasPrefix("failed") }, "\(player.events.value)")
  }

  @Test(
    "The display has the requested brightness, and the status names its source, even when idle")
  func brightness() {
    let player = FakePlayer(["a"], scripts: ["a": .init(frames: 1800, rate: 30)])
    player.play(for: .seconds(1))
    #expect(player.player.status.brightness == .asFound && player.player.status.dimming == nil)
    player.player.perform(.setBrightness(.percent(40)))
    player.play(for: .milliseconds(200))
    #expect(player.display.brightness == .percent(40))
    #expect(player.player.status.brightness == .percent(40))
    #expect(player.player.status.dimming == .gammaTable)
    player.player.perform(.stop)
    player.play(for: .seconds(1))
    player.player.perform(.setBrightness(.asFound))
    player.play(for: .milliseconds(200))
    #expect(player.display.brightness == .asFound && player.player.status.dimming == nil)
  }

  @Test("A spared machine has a dimmer backlight; darker pixel values would not help")
  func spared() {
    let player = FakePlayer(["a"], scripts: ["a": .init(frames: 1800, rate: 30)])
    func brightness(_ easing: ThermalPolicy.Easing) -> Brightness? {
      player.player.ease(easing)
      player.play(for: .milliseconds(200))
      return player.display.brightness
    }
    player.play(for: .seconds(1))
    player.player.perform(.setBrightness(.percent(50)))
    player.play(for: .milliseconds(200))
    #expect(brightness(.brightness) == .percent(50))
    player.display.sink.hasBacklight = true
    player.player.perform(.setBrightness(.percent(60)))
    player.play(for: .milliseconds(200))
    #expect(brightness(.brightness) == .percent(36))
    #expect(player.player.status.brightness == .percent(60))
    #expect(brightness(.decoding) == .percent(60))
  }

  @Test("A power schedule decides, and learns of touches and of the operator's commands")
  func scheduled() {
    let schedule = FakePowerSchedule()
    let player = FakePlayer(
      ["a"], scripts: ["a": .init(frames: 1800, rate: 30)], schedule: schedule)
    func isOn(after command: Command? = nil) -> Bool {
      if let command { player.player.perform(command) }
      player.play(for: .milliseconds(200))
      return player.player.status.isDisplayOn
    }
    #expect(!isOn())
    // The schedule has the last word.
    #expect(!isOn(after: .power(.on)))
    schedule.state.update { $0.isOn = nil }
    #expect(isOn(after: .power(.on)) && !isOn(after: .power(.off)))
    #expect(!isOn(after: .power(.wake)))
    schedule.state.update { $0.isOn = true }
    #expect(isOn(after: .power(.wake)))
    #expect(
      schedule.state.value.calls == ["switch on", "switch on", "switch off", "touch", "touch"])
  }

  @Test("An external display controller is notified once of each change")
  func told() {
    let player = FakePlayer(["a"], scripts: ["a": .init(frames: 1800, rate: 30)])
    player.play(for: .milliseconds(100))
    for isOn in [true, false, false, true] { player.player.setPower(isOn) }
    player.play(for: .milliseconds(100))
    #expect(player.powers.value == [true, false, true])
  }
}

/// A power schedule that decides as the test says.
private final class FakePowerSchedule: PowerSchedule {
  struct State {
    var isOn: Bool? = false
    var calls: [String] = []
  }

  let state = Shared(State())
  let wakesOnTouch = true

  func start(changed: @escaping @Sendable () -> Void) {}
  func close() {}
  func decide() -> Bool? { state.value.isOn }
  func recordTouch() { state.update { $0.calls.append("touch") } }
  func recordSwitch(isOn: Bool) {
    state.update { $0.calls.append("switch \(isOn ? "on" : "off")") }
  }
}

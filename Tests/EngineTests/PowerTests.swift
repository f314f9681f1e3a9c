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
    var power = PowerOptions()
    power.meanwhile = whileOff
    let player = FakePlayer(["a"], scripts: ["a": .init(frames: 1800, rate: 30)], power: power)
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

  @Test("An external display controller is notified once of each change")
  func told() {
    let player = FakePlayer(["a"], scripts: ["a": .init(frames: 1800, rate: 30)])
    player.play(for: .milliseconds(100))
    for isOn in [true, false, false, true] { player.player.setPower(isOn) }
    player.play(for: .milliseconds(100))
    #expect(player.powers.value == [true, false, true])
  }
}

import Testing
import VitrinePictures
import VitrinePlayback

@Suite("The rotation that a sensor requests")
struct SensedRotationTests {
  @Test("It is requested once, and again if the device is turned or the display changes")
  func once() {
    var sensed = SensedRotation()
    #expect(!sensed.isKnown && sensed.next(on: .none) == nil)
    sensed.turn(to: .clockwise)
    #expect(sensed.isKnown && sensed.next(on: .none) == .clockwise)
    #expect(sensed.next(on: .none) == nil)
    sensed.turn(to: .clockwise)
    #expect(sensed.next(on: .none) == .clockwise && sensed.next(on: .none) == nil)
    #expect(sensed.next(on: .upsideDown) == .counterclockwise)
    #expect(sensed.next(on: .upsideDown) == nil)
  }

  @Test(
    "It is relative to upright, however the panel is built in", arguments: Rotation.allCases,
    Rotation.allCases)
  func mounted(onPanel: Rotation, panel: Rotation) {
    var sensed = SensedRotation()
    sensed.turn(to: onPanel)
    let wanted = sensed.next(on: panel)
    #expect(wanted.map { $0 + panel } == onPanel)
  }
}

import Testing
import VitrineTiming

@testable import VitrineInputDevices

// From linux/input-event-codes.h.
private let (EV_ABS, ABS_X, ABS_Y, HAT_X, HAT_Y): (Int32, Int32, Int32, Int32, Int32) = (
  3, 0, 1, 16, 17
)

@Suite("The stick and the hat of a gamepad")
struct DirectionSignalsTests {
  /// The presses ("+LEFT") and releases ("-LEFT") that events cause.
  private func changes(
    _ events: [(code: Int32, value: Int32)], x: ClosedRange<Int32> = -100...100
  ) -> [String] {
    var signals = DirectionSignals(x: (x.lowerBound, x.upperBound), y: (-100, 100))
    let names: [UInt32: String] = [0x220: "UP", 0x221: "DOWN", 0x222: "LEFT", 0x223: "RIGHT"]
    return events.flatMap { code, value in
      signals.record(
        EvdevDevice.Event(
          type: UInt32(EV_ABS), code: UInt32(code), value: value, time: HostTime(nanoseconds: 1))
      ).map { "\($0.isDown ? "+" : "-")\(names[$0.code] ?? "?")" }
    }
  }

  @Test("The hat presses its directions")
  func hat() {
    #expect(
      changes([(HAT_X, -1), (HAT_X, 0), (HAT_Y, -1), (HAT_X, 1), (HAT_Y, 1), (HAT_Y, 0)])
        == ["+LEFT", "-LEFT", "+UP", "+RIGHT", "-UP", "+DOWN", "-DOWN"])
  }

  @Test("The stick has a wide dead zone with hysteresis, and turns at once")
  func stick() {
    #expect(changes([(ABS_X, 60), (ABS_X, -60), (ABS_Y, 30)]) == [])
    #expect(
      changes([(ABS_X, 70), (ABS_X, 40), (ABS_X, 70), (ABS_X, 30), (ABS_Y, -100), (ABS_Y, 0)])
        == ["+RIGHT", "-RIGHT", "+UP", "-UP"])
    #expect(changes([(ABS_X, 100), (ABS_X, -40)]) == ["+RIGHT", "-RIGHT"])
    #expect(changes([(ABS_X, 100), (ABS_X, -100)]) == ["+RIGHT", "-RIGHT", "+LEFT"])
  }

  @Test("A direction of both is released with the second")
  func both() {
    #expect(
      changes([(ABS_X, 100), (HAT_X, 1), (ABS_X, 0), (HAT_X, 0)]) == ["+RIGHT", "-RIGHT"])
  }

  @Test("Any range and any value are accepted; a stick without a range is ignored")
  func hostile() {
    #expect(
      changes([(ABS_X, 0), (ABS_X, 255), (ABS_X, 128)], x: 0...255) == [
        "+LEFT", "-LEFT", "+RIGHT", "-RIGHT",
      ])
    #expect(changes([(ABS_X, .max), (ABS_X, .min)], x: 5...5) == [])
    #expect(
      changes([(ABS_X, .max), (HAT_X, .min)], x: .min ... .max) == ["+RIGHT", "+LEFT"])
    #expect(changes([(HAT_X, .max), (HAT_Y, .min)]) == ["+RIGHT", "+UP"])
  }
}

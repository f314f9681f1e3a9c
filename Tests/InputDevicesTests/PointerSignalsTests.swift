import Testing
import VitrineTiming

@testable import VitrineInputDevices

// From linux/input-event-codes.h.
private let (EV_SYN, EV_KEY, EV_REL, EV_ABS): (Int32, Int32, Int32, Int32) = (0, 1, 2, 3)
private let (SYN_REPORT, REL_X, REL_Y, REL_WHEEL): (Int32, Int32, Int32, Int32) = (0, 0, 1, 8)
private let (ABS_X, ABS_Y, BTN_LEFT, BTN_RIGHT): (Int32, Int32, Int32, Int32) = (0, 1, 272, 273)

/// The events of a mouse.
struct PointerSignalsTests {
  private static let axes: (x: TouchAxis, y: TouchAxis)? = {
    guard let axis = TouchAxis((minimum: 0, maximum: 1000)) else { return nil }
    return (axis, axis)
  }()

  /// The changes that events cause, each a type, a code and a value.
  private func changes(_ events: [(Int32, Int32, Int32)], isAbsolute: Bool = false) -> [String] {
    var signals = PointerSignals(path: "m", axes: isAbsolute ? Self.axes : nil)
    let changes = events.flatMap { type, code, value in
      signals.record(
        EvdevDevice.Event(
          type: UInt32(type), code: UInt32(code), value: value, time: HostTime(nanoseconds: 1)))
    }
    return (changes + signals.releaseAll(at: HostTime(nanoseconds: 2))).map { change in
      switch change.kind {
      case .moved(let x, let y): "moved \(x) \(y)"
      case .placed(let x, let y): "placed \(x) \(y)"
      case .button(let button, let isDown):
        "\(button) \(isDown ? "down" : change.isCancelled ? "lost" : "up")"
      case .wheel(let notches): "wheel \(notches)"
      }
    }
  }

  private static let report: (Int32, Int32, Int32) = (EV_SYN, SYN_REPORT, 0)

  @Test("A report has one motion, and its buttons act where that has led, in any order")
  func motion() {
    #expect(
      changes([
        (EV_REL, REL_X, 3), (EV_REL, REL_Y, -2), Self.report, (EV_KEY, BTN_LEFT, 1),
        (EV_REL, REL_X, 1), Self.report, Self.report, (EV_KEY, BTN_LEFT, 0), Self.report,
      ]) == ["moved 3 -2", "moved 1 0", "left down", "left up"])
  }

  @Test("An absolute pointer keeps the coordinate that it does not report")
  func absolute() {
    #expect(
      changes(
        [
          (EV_ABS, ABS_X, 250), (EV_ABS, ABS_Y, 500), Self.report, (EV_ABS, ABS_Y, 2000),
          Self.report,
        ], isAbsolute: true) == ["placed 0.25 0.5", "placed 0.25 1.0"])
    #expect(changes([(EV_ABS, ABS_X, 250), Self.report]) == [])
    var signals = PointerSignals(path: "m", axes: Self.axes, place: (750, 250))
    let time = HostTime(nanoseconds: 1)
    _ = signals.record(
      EvdevDevice.Event(type: UInt32(EV_ABS), code: UInt32(ABS_X), value: 500, time: time))
    let moved = signals.record(
      EvdevDevice.Event(type: UInt32(EV_SYN), code: UInt32(SYN_REPORT), value: 0, time: time))
    #expect(moved == [PointerChange(.placed(x: 0.5, y: 0.25), at: time, on: "m")])
  }

  @Test("Presses and releases alternate, a lost button is released, and the wheel turns")
  func buttons() {
    #expect(
      changes([
        (EV_KEY, BTN_RIGHT, 0), (EV_KEY, BTN_RIGHT, 1), (EV_KEY, BTN_RIGHT, 1),
        (EV_KEY, BTN_RIGHT, 2), (EV_KEY, 0x1FF, 1), (EV_REL, REL_WHEEL, -2), Self.report,
      ]) == ["wheel -2", "right down", "right lost"])
  }

  @Test("Motions beyond any hand are limited")
  func storms() {
    let storm = (0..<100).map { _ in (EV_REL, REL_X, Int32.max) } + [Self.report]
    #expect(changes(storm) == ["moved 4096 0"])
    #expect(changes([(EV_REL, REL_WHEEL, .min)]) == ["wheel -4096"])
  }
}

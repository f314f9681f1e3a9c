import Testing

@testable import VitrineInputDevices

@Suite struct DeviceCapabilitiesTests {
  private static let touch: UInt32 = 0x14A
  private static let finger: UInt32 = 0x145
  private static let pen: UInt32 = 0x140
  private static let left: UInt32 = 0x110
  private static let power: UInt32 = 116
  private static let ok: UInt32 = 0x160

  private static func device(
    _ keys: Set<UInt32>, direct: Bool = false, pointer: Bool = false, place: Bool = false,
    slots: Bool = false, motion: Bool = false
  ) -> DeviceCapabilities {
    DeviceCapabilities(
      keys: keys, isDirect: direct, isPointer: pointer, hasPlace: place, hasSlots: slots,
      hasMotion: motion)
  }

  @Test(
    "A device's kind is recognised by its capabilities",
    arguments: [
      ("touchscreen", device([touch], direct: true, place: true, slots: true), .touchscreen),
      ("touchscreen without slots", device([touch], direct: true, place: true), .touchscreen),
      ("touchscreen of an old driver", device([touch], place: true), .touchscreen),
      ("touchscreen with keys", device([touch, 102], direct: true, slots: true), .touchscreen),
      ("panel for a pen", device([touch, pen], direct: true, place: true), .touchscreen),
      (
        "touchpad", device([touch, finger, left], pointer: true, place: true, slots: true), .pointer
      ),
      ("touchpad of an old driver", device([touch, finger, left], place: true), .pointer),
      ("tablet", device([touch, pen], place: true), .pointer),
      ("mouse", device([left], motion: true), .pointer),
      ("absolute mouse of a virtual machine", device([left], place: true), .pointer),
      ("remote", device([ok, power]), .keys),
      ("remote that is a mouse too", device([ok, left], motion: true), .keys),
      ("power button", device([power]), .other),
      ("power, sleep and wake", device([116, 142, 143]), .other),
      ("joystick", device([0x120, 0x130], place: true), .keys),
      ("buttons of a joystick", device([0x120, 0x130, 0x2C0]), .keys),
      ("lid", device([]), .other),
    ] as [(String, DeviceCapabilities, InputDeviceSummary.Kind)])
  func kind(name: String, capabilities: DeviceCapabilities, kind: InputDeviceSummary.Kind) {
    #expect(capabilities.kind == kind)
    let mice = ["mouse", "absolute mouse of a virtual machine", "remote that is a mouse too"]
    #expect(capabilities.isMouse == mice.contains(name))
  }
}

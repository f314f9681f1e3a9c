import CVitrineEvdev

/// The capabilities of a device, from which its kind follows. A value type.
struct DeviceCapabilities: Hashable {
  /// Its EV_KEY codes.
  var keys: Set<UInt32> = []
  /// Whether it is on top of the picture, like a touchscreen and unlike a touchpad.
  var isDirect = false
  /// Whether it moves a pointer.
  var isPointer = false
  /// Whether it reports positions on two axes, of one finger or of several in slots.
  var hasPlace = false
  var hasSlots = false
  /// Whether it reports relative motion.
  var hasMotion = false

  /// Old drivers lack INPUT_PROP_DIRECT; a touchscreen has no tools, unlike a touchpad.
  var isTouchscreen: Bool {
    guard !isPointer, !hasMotion, hasSlots || hasPlace && keys.contains(UInt32(BTN_TOUCH)) else {
      return false
    }
    let tools = [BTN_TOOL_FINGER, BTN_TOOL_PEN, BTN_STYLUS].map { UInt32($0) }
    return isDirect || keys.contains(UInt32(BTN_TOUCH)) && keys.isDisjoint(with: tools)
  }

  /// Whether it is a mouse, a trackball or the absolute pointer of a virtual machine. Touchpads need
  /// gestures, and joysticks have other buttons.
  var isMouse: Bool {
    keys.contains(UInt32(BTN_LEFT)) && !keys.contains(UInt32(BTN_TOUCH)) && !isTouchscreen
      && (hasMotion || hasPlace)
  }

  /// Whether it is a gamepad, a joystick or an arcade button board, which reports its stick as an axis.
  var isGamepad: Bool {
    !isTouchscreen && !isMouse && !isPointer
      && (keys.contains(UInt32(BTN_GAMEPAD)) || keys.contains(UInt32(BTN_JOYSTICK)))
  }

  /// Whether it has a key that may be of use. Devices with power keys only are left to logind.
  var hasKeys: Bool { keys.contains { Self.isKey($0) && !Self.isPower($0) } }

  var kind: InputDeviceSummary.Kind {
    if isTouchscreen { return .touchscreen }
    if hasKeys { return .keys }
    return isPointer || hasMotion || hasPlace || hasSlots ? .pointer : .other
  }

  /// Whether an EV_KEY code is a key, or a button of a gamepad, joystick or panel, and not of a mouse or pen.
  static func isKey(_ code: UInt32) -> Bool {
    code > 0 && code <= UInt32(BTN_9)
      || (UInt32(BTN_JOYSTICK)..<UInt32(BTN_DIGI)).contains(code)
      || code >= UInt32(KEY_OK)
  }

  private static func isPower(_ code: UInt32) -> Bool {
    [KEY_POWER, KEY_SLEEP, KEY_WAKEUP].contains(Int32(code))
  }
}

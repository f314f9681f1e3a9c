import CVitrineEvdev

/// What a device has, as far as it tells what the device is. A value.
struct DeviceAbilities: Hashable {
  /// The codes of EV_KEY.
  var keys: Set<UInt32> = []
  /// It lies on the picture, as a touchscreen does and a touchpad does not.
  var isDirect = false
  /// It moves a pointer.
  var isPointer = false
  /// It has places on two axes: of one finger, or of several in slots.
  var hasPlace = false
  var hasSlots = false
  /// It tells by how much it was moved.
  var hasMotion = false

  /// A touchscreen without INPUT_PROP_DIRECT, as old drivers are, still has no tool.
  var isTouchscreen: Bool {
    guard !isPointer, !hasMotion, hasSlots || hasPlace && keys.contains(UInt32(BTN_TOUCH)) else {
      return false
    }
    let tools = [BTN_TOOL_FINGER, BTN_TOOL_PEN, BTN_STYLUS].map { UInt32($0) }
    return isDirect || keys.contains(UInt32(BTN_TOUCH)) && keys.isDisjoint(with: tools)
  }

  /// Whether it has a key that may mean something to us. A button that has only to do with power
  /// is left to logind.
  var hasKeys: Bool { keys.contains { Self.isKey($0) && !Self.isPower($0) } }

  var kind: InputDeviceSummary.Kind {
    if isTouchscreen { return .touchscreen }
    if hasKeys { return .keys }
    return isPointer || hasMotion || hasPlace || hasSlots ? .pointer : .other
  }

  /// Whether a code of EV_KEY is a key, and not a button of a mouse, a joystick or a pen.
  static func isKey(_ code: UInt32) -> Bool {
    code > 0 && code < UInt32(BTN_MISC)
      || code >= UInt32(KEY_OK) && code < UInt32(BTN_TRIGGER_HAPPY)
      || code > UInt32(BTN_TRIGGER_HAPPY40)
  }

  private static func isPower(_ code: UInt32) -> Bool {
    [KEY_POWER, KEY_SLEEP, KEY_WAKEUP].contains(Int32(code))
  }
}

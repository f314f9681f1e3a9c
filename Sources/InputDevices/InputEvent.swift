public import VitrineLinux
public import VitrineTiming

/// Input from devices, and their appearance and removal.
public enum InputEvent: Hashable, Sendable {
  case touch(NormalizedTouchFrame)
  case key(KeyChange)
  /// A device is in use.
  case added(InputDeviceSummary)
  /// A device is gone. Everything held on it was released by the events before this one.
  case removed(InputDeviceSummary, time: HostTime)
  /// A device cannot be used; reported once. Busy means that another program has grabbed it.
  case refused(path: String, Errno)
}

/// A finger on a touchscreen.
public struct NormalizedContact: Hashable, Sendable {
  /// Does not change from landing to lifting; no later finger on this device gets it.
  public var id: Int
  /// From 0 at the panel's left edge to 1 at its right edge, whatever the rotation of the content.
  public var x: Double
  /// From 0 at the panel's top edge to 1 at its bottom edge.
  public var y: Double

  public init(id: Int, x: Double, y: Double) {
    self.id = id
    self.x = x
    self.y = y
  }
}

/// All fingers on a touchscreen at one moment; missing ones have been lifted.
public struct NormalizedTouchFrame: Hashable, Sendable {
  public var contacts: [NormalizedContact]
  /// When the device reported it.
  public var time: HostTime
  /// The path of the device.
  public var device: String
  /// LIBINPUT_CALIBRATION_MATRIX from the udev rules, not validated.
  public var calibration: String?
  /// Whether to undo the gestures of the fingers instead of completing them: the device was
  /// disconnected, or the last finger was a palm.
  public var isCancelled: Bool

  public init(
    _ contacts: [NormalizedContact], at time: HostTime, on device: String,
    calibration: String? = nil,
    isCancelled: Bool = false
  ) {
    self.contacts = contacts
    self.time = time
    self.device = device
    self.calibration = calibration
    self.isCancelled = isCancelled
  }
}

/// A key press or release. Each press is followed by a release, whatever happens.
public struct KeyChange: Hashable, Sendable {
  /// The kernel's name, such as `KEY_OK`; `KEY_0x2F1` if it has none.
  public var name: String
  public var isDown: Bool
  public var time: HostTime
  /// The path of the device.
  public var device: String
  /// Whether the device was disconnected before the key was released.
  public var isCancelled: Bool

  public init(
    _ name: String, isDown: Bool, at time: HostTime, on device: String, isCancelled: Bool = false
  ) {
    self.name = name
    self.isDown = isDown
    self.time = time
    self.device = device
    self.isCancelled = isCancelled
  }
}

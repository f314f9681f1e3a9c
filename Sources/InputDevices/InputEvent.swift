public import VitrineLinux
public import VitrineTiming

/// What people do to the input devices, and what becomes of the devices themselves.
public enum InputEvent: Hashable, Sendable {
  case touch(UnitFrame)
  case key(KeyChange)
  /// A device is used from now on.
  case added(InputDeviceSummary)
  /// It is gone. What was held on it has been let go by the events before this one.
  case removed(InputDeviceSummary, time: HostTime)
  /// A device cannot be used; told once. Busy means that another program has grabbed it.
  case refused(path: String, Errno)
}

/// One finger on a touchscreen.
public struct UnitContact: Hashable, Sendable {
  /// Stays with the finger from landing to lifting. No later finger on this device gets it.
  public var id: Int
  /// From 0 at the panel's left edge to 1 at its right one, however the content is turned.
  public var x: Double
  /// From 0 at the panel's upper edge to 1 at its lower one.
  public var y: Double

  public init(id: Int, x: Double, y: Double) {
    (self.id, self.x, self.y) = (id, x, y)
  }
}

/// All fingers on one touchscreen at one moment: who is not in it has been lifted.
public struct UnitFrame: Hashable, Sendable {
  public var contacts: [UnitContact]
  /// When the device reported it.
  public var time: HostTime
  /// The path of the device.
  public var device: String
  /// What the site's udev rules say in LIBINPUT_CALIBRATION_MATRIX, to be parsed with suspicion.
  public var calibration: String?
  /// The device went away, or the last finger was a palm: what the fingers had begun is to be
  /// undone, and not ended.
  public var isCancelled: Bool

  public init(
    _ contacts: [UnitContact], at time: HostTime, on device: String, calibration: String? = nil,
    isCancelled: Bool = false
  ) {
    (self.contacts, self.time, self.device) = (contacts, time, device)
    (self.calibration, self.isCancelled) = (calibration, isCancelled)
  }
}

/// A key went down or up. For each `isDown` there is one that is not, whatever happens.
public struct KeyChange: Hashable, Sendable {
  /// As the kernel's headers have it, such as `KEY_OK`; `KEY_0x2F1` where they have none.
  public var name: String
  public var isDown: Bool
  public var time: HostTime
  /// The path of the device.
  public var device: String
  /// The key was not let go: its device went away.
  public var isCancelled: Bool

  public init(
    _ name: String, isDown: Bool, at time: HostTime, on device: String, isCancelled: Bool = false
  ) {
    (self.name, self.isDown, self.time) = (name, isDown, time)
    (self.device, self.isCancelled) = (device, isCancelled)
  }
}

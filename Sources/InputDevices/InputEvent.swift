package import VitrineLinux
package import VitrineTiming

/// Input from devices, and their appearance and removal.
package enum InputEvent: Hashable, Sendable {
  case touch(NormalizedTouchFrame)
  case key(KeyChange)
  case pointer(PointerChange)
  /// A barcode or NFC reader has read this.
  case code(String, at: HostTime)
  /// A device is in use.
  case added(InputDeviceSummary)
  /// A device is gone. Everything held on it was released by the events before this one.
  case removed(InputDeviceSummary, time: HostTime)
  /// A device cannot be used; reported once. Busy means that another program has grabbed it.
  case refused(path: String, Errno)
}

/// A finger on a touchscreen.
package struct NormalizedContact: Hashable, Sendable {
  /// Does not change from landing to lifting; no later finger on this device gets it.
  package var id: Int
  /// From 0 at the panel's left edge to 1 at its right edge, whatever the rotation of the content.
  package var x: Double
  /// From 0 at the panel's top edge to 1 at its bottom edge.
  package var y: Double

  package init(id: Int, x: Double, y: Double) {
    self.id = id
    self.x = x
    self.y = y
  }
}

/// All fingers on a touchscreen at one moment; missing ones have been lifted.
package struct NormalizedTouchFrame: Hashable, Sendable {
  package var contacts: [NormalizedContact]
  /// When the device reported it.
  package var time: HostTime
  /// The path of the device.
  package var device: String
  /// LIBINPUT_CALIBRATION_MATRIX from the udev rules, not validated.
  package var calibration: String?
  /// Whether to undo the gestures of the fingers instead of completing them: the device was
  /// disconnected, or the last finger was a palm.
  package var isCancelled: Bool

  package init(
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
package struct KeyChange: Hashable, Sendable {
  /// The kernel's name, such as `KEY_OK`; `KEY_0x2F1` if it has none.
  package var name: String
  package var isDown: Bool
  package var time: HostTime
  /// The path of the device.
  package var device: String
  /// Whether the device was disconnected before the key was released.
  package var isCancelled: Bool

  package init(
    _ name: String, isDown: Bool, at time: HostTime, on device: String, isCancelled: Bool = false
  ) {
    self.name = name
    self.isDown = isDown
    self.time = time
    self.device = device
    self.isCancelled = isCancelled
  }
}

/// A change of a mouse, a trackball or another device that moves a pointer.
package struct PointerChange: Hashable, Sendable {
  package enum Button: Hashable, Sendable { case left, middle, right }

  package enum Kind: Hashable, Sendable {
    /// By this many counts to the right and down.
    case moved(Int, Int)
    /// From 0 at the panel's left and top edges to 1.
    case placed(x: Double, y: Double)
    /// Each press is followed by a release, whatever happens.
    case button(Button, isDown: Bool)
    /// The wheel's notches, positive away from the hand.
    case wheel(Int)
  }

  package var kind: Kind
  package var time: HostTime
  /// The path of the device.
  package var device: String
  /// Whether the device was disconnected before the button was released.
  package var isCancelled: Bool

  package init(
    _ kind: Kind, at time: HostTime, on device: String, isCancelled: Bool = false
  ) {
    self.kind = kind
    self.time = time
    self.device = device
    self.isCancelled = isCancelled
  }
}

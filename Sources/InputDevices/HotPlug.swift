import CVitrineUdev
import Glibc
import VitrineLinux

/// External information about a device.
struct DeviceProperties: Hashable, Sendable {
  /// The sysfs path of the USB, I2C or SPI device, if it is one.
  var parent: String?
  /// LIBINPUT_CALIBRATION_MATRIX from the udev rules.
  var calibration: String?
}

/// Hot-plug events of input devices. Confined to one thread.
@safe final class HotPlug {
  enum Event: Hashable {
    /// A node has appeared, or may be opened now.
    case added(path: String)
    case removed(path: String)
    /// Events were lost: check all nodes.
    case lost
  }

  private let monitor: DeviceMonitor
  private let library: OpaquePointer
  private let binding = ThreadBinding()

  init() throws(Errno) {
    monitor = try DeviceMonitor(subsystem: "input")
    guard let library = unsafe udev_new() else { throw Errno(rawValue: ENOMEM) }
    unsafe self.library = unsafe library
  }

  deinit { unsafe udev_unref(library) }

  /// For an event loop.
  var descriptor: FileDescriptor {
    _read { yield monitor.descriptor }
  }

  /// Returns the next event of an event node, or nil if there is none.
  func next() -> Event? {
    binding.check()
    while let event = monitor.next() {
      guard case .device(let device) = event else { return .lost }
      guard let path = device.path, isEventNode(path) else { continue }
      return device.isGone ? .removed(path: path) : .added(path: path)
    }
    return nil
  }

  /// Returns what udev and sysfs know about a node.
  func properties(of path: String) -> DeviceProperties {
    binding.check()
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard let device = unsafe udev_device_new_from_subsystem_sysname(library, "input", name) else {
      return DeviceProperties()
    }
    defer { unsafe udev_device_unref(device) }
    let calibration = unsafe text(
      udev_device_get_property_value(device, "LIBINPUT_CALIBRATION_MATRIX"))
    // libudev owns the parents.
    let usb = unsafe udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device")
    let i2c = unsafe udev_device_get_parent_with_subsystem_devtype(device, "i2c", nil)
    let spi = unsafe udev_device_get_parent_with_subsystem_devtype(device, "spi", nil)
    guard let parent = unsafe usb ?? i2c ?? spi else {
      return DeviceProperties(parent: nil, calibration: calibration)
    }
    let place = unsafe text(udev_device_get_syspath(parent))
    return DeviceProperties(parent: place, calibration: calibration)
  }
}

/// Whether it is an event node in `/dev/input`.
func isEventNode(_ path: String) -> Bool {
  let prefix = "/dev/input/event"
  return path.hasPrefix(prefix) && Int(path.dropFirst(prefix.count)) != nil
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
  unsafe pointer.map { unsafe String(cString: $0) }
}

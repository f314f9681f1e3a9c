import VitrineLinux
import VitrineUdev

/// External information about a device.
struct DeviceProperties: Hashable, Sendable {
  /// The sysfs path of the USB, I2C or SPI device, if it is one.
  var parent: String?
  /// LIBINPUT_CALIBRATION_MATRIX from the udev rules.
  var calibration: String?
}

/// Hot-plug events of input devices. Confined to one thread.
final class HotPlug {
  enum Event: Hashable {
    /// A node has appeared, or may be opened now.
    case added(path: String)
    case removed(path: String)
    /// Events were lost: check all nodes.
    case lost
  }

  private let monitor: DeviceMonitor
  private let database: DeviceDatabase
  private let binding = ThreadBinding()

  init() throws(Errno) {
    monitor = try DeviceMonitor(subsystem: "input")
    database = try DeviceDatabase(subsystem: "input")
  }

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
    let device = database.device(
      name, property: "LIBINPUT_CALIBRATION_MATRIX",
      buses: [("usb", "usb_device"), ("i2c", nil), ("spi", nil)])
    return DeviceProperties(parent: device?.parent, calibration: device?.property)
  }
}

/// Whether it is an event node in `/dev/input`.
func isEventNode(_ path: String) -> Bool {
  let prefix = "/dev/input/event"
  return path.hasPrefix(prefix) && Int(path.dropFirst(prefix.count)) != nil
}

import CUdev
import Glibc
import Linux

/// What is known about a device from outside of it.
struct DeviceFacts: Hashable, Sendable {
  /// The path in sysfs of the USB, I2C or SPI device that it is, where it is one.
  var parent: String?
  /// LIBINPUT_CALIBRATION_MATRIX of the site's udev rules.
  var calibration: String?
}

/// News of input devices that come and go. Thread-bound.
///
/// The corresponding C functions are those of libudev's monitor.
@safe final class HotPlug {
  enum News: Hashable {
    /// A node has come, or may be opened now.
    case here(path: String)
    case gone(path: String)
    /// News were lost: look at all nodes.
    case lost
  }

  /// What an event loop waits on.
  let descriptor: FileDescriptor
  private let library: OpaquePointer
  private let monitor: OpaquePointer

  /// Listens to udev where it runs, because it tells of a device once its rules have run; else
  /// to the kernel itself.
  init() throws(Errno) {
    let group = unsafe access("/run/udev/control", F_OK) == 0 ? "udev" : "kernel"
    guard let library = unsafe udev_new() else { throw Errno(rawValue: ENOMEM) }
    guard let monitor = unsafe udev_monitor_new_from_netlink(library, group) else {
      let error = Errno.last
      unsafe udev_unref(library)
      throw error
    }
    do throws(Errno) {
      let filter = unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
      guard filter >= 0 else { throw Errno(rawValue: -filter) }
      let result = unsafe udev_monitor_enable_receiving(monitor)
      guard result >= 0 else { throw Errno(rawValue: -result) }
      // The monitor closes its own.
      let number = unsafe udev_monitor_get_fd(monitor)
      descriptor = FileDescriptor(
        owning: try valueOrErrno { fcntl(number, F_DUPFD_CLOEXEC, CInt(0)) })
    } catch {
      unsafe udev_monitor_unref(monitor)
      unsafe udev_unref(library)
      throw error
    }
    unsafe self.library = unsafe library
    unsafe self.monitor = unsafe monitor
  }

  deinit {
    unsafe udev_monitor_unref(monitor)
    unsafe udev_unref(library)
  }

  /// The next news of an event node; nil where there is none.
  func next() -> News? {
    while true {
      errno = 0
      guard let device = unsafe udev_monitor_receive_device(monitor) else {
        return errno == EAGAIN || errno == 0 ? nil : .lost
      }
      defer { unsafe udev_device_unref(device) }
      guard let path = unsafe text(udev_device_get_devnode(device)), isEventNode(path) else {
        continue
      }
      let isGone = unsafe text(udev_device_get_action(device)) == "remove"
      return isGone ? .gone(path: path) : .here(path: path)
    }
  }

  /// What udev and sysfs know about a node.
  func facts(about path: String) -> DeviceFacts {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard let device = unsafe udev_device_new_from_subsystem_sysname(library, "input", name) else {
      return DeviceFacts()
    }
    defer { unsafe udev_device_unref(device) }
    let calibration = unsafe text(
      udev_device_get_property_value(device, "LIBINPUT_CALIBRATION_MATRIX"))
    // The parents belong to the device.
    let usb = unsafe udev_device_get_parent_with_subsystem_devtype(device, "usb", "usb_device")
    let i2c = unsafe udev_device_get_parent_with_subsystem_devtype(device, "i2c", nil)
    let spi = unsafe udev_device_get_parent_with_subsystem_devtype(device, "spi", nil)
    guard let parent = unsafe usb ?? i2c ?? spi else {
      return DeviceFacts(parent: nil, calibration: calibration)
    }
    let place = unsafe text(udev_device_get_syspath(parent))
    return DeviceFacts(parent: place, calibration: calibration)
  }
}

/// Whether it is a node of the kind that we read, in the place where those are.
func isEventNode(_ path: String) -> Bool {
  let prefix = "/dev/input/event"
  return path.hasPrefix(prefix) && Int(path.dropFirst(prefix.count)) != nil
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
  unsafe pointer.map { unsafe String(cString: $0) }
}

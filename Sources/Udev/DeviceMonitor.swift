import CVitrineUdev
import Glibc
package import VitrineLinux

/// A monitor of devices that appear, disappear and change. Thread-bound.
///
/// Wraps libudev's monitor.
@safe package final class DeviceMonitor {
  /// An event of a device.
  package enum Event: Hashable, Sendable {
    case device(DeviceEvent)
    /// Events were lost: check all devices.
    case lost
  }

  /// The descriptor for an event loop.
  package let descriptor: FileDescriptor
  private let library: OpaquePointer
  private let monitor: OpaquePointer
  private let binding = ThreadBinding()

  /// Subscribes to the events of a kernel subsystem, such as `drm`. They come from udev if it is
  /// running, after its rules have been applied; otherwise from the kernel.
  package init(subsystem: String) throws(Errno) {
    let group = unsafe access("/run/udev/control", F_OK) == 0 ? "udev" : "kernel"
    guard let library = unsafe udev_new() else { throw Errno(rawValue: ENOMEM) }
    guard let monitor = unsafe udev_monitor_new_from_netlink(library, group) else {
      let error = Errno.last
      unsafe udev_unref(library)
      throw error
    }
    do throws(Errno) {
      let filter = unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil)
      guard filter >= 0 else { throw Errno(rawValue: -filter) }
      let result = unsafe udev_monitor_enable_receiving(monitor)
      guard result >= 0 else { throw Errno(rawValue: -result) }
      // The monitor closes its own descriptor.
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

  /// Returns the next event, if there is one.
  package func next() -> Event? {
    binding.check()
    errno = 0
    guard let device = unsafe udev_monitor_receive_device(monitor) else {
      return errno == EAGAIN || errno == 0 ? nil : .lost
    }
    defer { unsafe udev_device_unref(device) }
    let action = unsafe text(udev_device_get_action(device))
    return .device(
      DeviceEvent(
        path: unsafe text(udev_device_get_devnode(device)), isNew: action == "add",
        isGone: action == "remove"))
  }
}

/// A device that appeared, disappeared or changed.
package struct DeviceEvent: Hashable, Sendable {
  /// Its node under /dev, if it has one.
  package let path: String?
  /// Whether it appeared with this event.
  package let isNew: Bool
  package let isGone: Bool
}

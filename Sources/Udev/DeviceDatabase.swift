import CVitrineUdev
import Glibc
package import VitrineLinux

/// The properties of a subsystem's devices, from the udev rules and sysfs. Thread-bound.
///
/// Wraps libudev's `udev_device_new_from_subsystem_sysname`.
@safe package final class DeviceDatabase {
  private let library: OpaquePointer
  private let subsystem: String
  private let binding = ThreadBinding()

  /// `subsystem` is the kernel's, such as `input`.
  package init(subsystem: String) throws(Errno) {
    guard let library = unsafe udev_new() else { throw Errno(rawValue: ENOMEM) }
    unsafe self.library = unsafe library
    self.subsystem = subsystem
  }

  deinit { unsafe udev_unref(library) }

  /// Returns a property from the udev rules, and the sysfs path of the nearest parent in one of `buses`, such as `usb`.
  /// `name` is the kernel's, such as `event3`. Nil for an unknown device.
  package func device(
    _ name: String, property: String, buses: [(subsystem: String, type: String?)]
  ) -> (property: String?, parent: String?)? {
    binding.check()
    guard let device = unsafe udev_device_new_from_subsystem_sysname(library, subsystem, name)
    else {
      return nil
    }
    defer { unsafe udev_device_unref(device) }
    // libudev owns the parents.
    let parent = unsafe buses.lazy.compactMap { bus in
      unsafe udev_device_get_parent_with_subsystem_devtype(device, bus.subsystem, bus.type)
    }.first
    return (
      unsafe text(udev_device_get_property_value(device, property)),
      unsafe parent.flatMap { unsafe text(udev_device_get_syspath($0)) }
    )
  }
}

func text(_ pointer: UnsafePointer<CChar>?) -> String? {
  unsafe pointer.map { unsafe String(cString: $0) }
}

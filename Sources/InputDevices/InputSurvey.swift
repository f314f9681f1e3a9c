import Glibc
package import VitrineLinux

/// An input device and its kind.
package struct InputDeviceSummary: Hashable, Sendable {
  package enum Kind: String, Sendable { case touchscreen, keys, pointer, other }

  package let path: String
  package let name: String
  package let kind: Kind
  /// The sysfs path of the USB, I2C or SPI device, if it is one.
  package let parent: String?
  /// LIBINPUT_CALIBRATION_MATRIX from the udev rules.
  package let calibration: String?
}

/// Returns the input devices in the kernel's order, and the nodes that cannot be read.
///
/// Wraps libevdev.
package func surveyInputDevices() -> (
  devices: [InputDeviceSummary], refusals: [(path: String, error: Errno)]
) {
  let hotPlug = try? HotPlug()  // Optional: without udev the devices still report enough.
  var devices: [InputDeviceSummary] = []
  var refusals: [(path: String, error: Errno)] = []
  for path in eventNodes() {
    do throws(Errno) {
      let device = try EvdevDevice(path: path)
      let properties = hotPlug?.properties(of: path) ?? DeviceProperties()
      devices.append(
        InputDeviceSummary(
          path: path, name: device.name, kind: device.capabilities.kind, parent: properties.parent,
          calibration: properties.calibration))
    } catch {
      refusals.append((path, error))
    }
  }
  return (devices, refusals)
}

/// The paths of all event nodes, in the kernel's order.
func eventNodes() -> [String] {
  directoryEntries("/dev/input")
    .compactMap { $0.hasPrefix("event") ? Int($0.dropFirst(5)) : nil }.sorted()
    .map { "/dev/input/event\($0)" }
}

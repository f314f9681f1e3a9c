import Glibc
public import VitrineLinux

/// An input device and its kind.
public struct InputDeviceSummary: Hashable, Sendable {
  public enum Kind: String, Sendable { case touchscreen, keys, pointer, other }

  public let path: String
  public let name: String
  public let kind: Kind
  /// The sysfs path of the USB, I2C or SPI device, if it is one.
  public let parent: String?
  /// LIBINPUT_CALIBRATION_MATRIX from the udev rules.
  public let calibration: String?
}

/// Returns the input devices in the kernel's order, and the nodes that cannot be read.
///
/// Wraps libevdev.
public func surveyInputDevices() -> (
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

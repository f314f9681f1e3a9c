import CEvdev
import Glibc
public import Linux

/// What an input device is good for.
public struct InputDeviceSummary: Hashable, Sendable {
  public enum Kind: String, Sendable { case touchscreen, keys, pointer, other }

  public let path: String
  public let name: String
  public let kind: Kind
}

/// The input devices there are, in the kernel's order, and the nodes that may not be read.
///
/// The corresponding C functions are those of libevdev.
public func surveyInputDevices() -> (
  devices: [InputDeviceSummary], refusals: [(path: String, error: Errno)]
) {
  let numbers = directoryEntries("/dev/input")
    .compactMap { $0.hasPrefix("event") ? Int($0.dropFirst(5)) : nil }.sorted()
  var devices: [InputDeviceSummary] = []
  var refusals: [(path: String, error: Errno)] = []
  for path in numbers.map({ "/dev/input/event\($0)" }) {
    do {
      if let device = try InputDeviceSummary(path: path) { devices.append(device) }
    } catch {
      refusals.append((path, error))
    }
  }
  return (devices, refusals)
}

extension InputDeviceSummary {
  fileprivate init?(path: String) throws(Errno) {
    let node = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
    var device: OpaquePointer?
    guard unsafe libevdev_new_from_fd(node.rawValue, &device) == 0 else { return nil }
    defer { unsafe libevdev_free(device) }
    self.path = path
    name = unsafe libevdev_get_name(device).map { unsafe String(cString: $0) } ?? path
    kind = unsafe Self.kind(of: device)
  }

  private static func kind(of device: OpaquePointer?) -> Kind {
    func has(_ type: Int32, _ code: Int32) -> Bool {
      unsafe libevdev_has_event_code(device, UInt32(type), UInt32(code)) != 0
    }
    let isDirect = unsafe libevdev_has_property(device, UInt32(INPUT_PROP_DIRECT)) != 0
    if isDirect, has(EV_ABS, ABS_MT_POSITION_X) || has(EV_ABS, ABS_X) { return .touchscreen }
    if has(EV_REL, REL_X) || has(EV_ABS, ABS_X) { return .pointer }
    if unsafe libevdev_has_event_type(device, UInt32(EV_KEY)) != 0 { return .keys }
    return .other
  }
}

import CVitrineEvdev
import Glibc
import VitrineLinux
import VitrineTiming

/// An open event node. Confined to one thread.
///
/// Wraps libevdev.
@safe struct EvdevDevice: ~Copyable {
  /// An event of the device.
  struct Event {
    let type: UInt32
    let code: UInt32
    let value: Int32
    let time: HostTime
  }

  let path: String
  let node: FileDescriptor
  private let handle: OpaquePointer
  /// Whether libevdev reports changes after the kernel has dropped events.
  private var isCatchingUp: Bool
  private let binding: ThreadBinding

  /// Opens a node in non-blocking mode, with times of the monotonic clock.
  init(path: String) throws(Errno) {
    let opened = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK)
    let device = unsafe try Self.device(of: opened.rawValue)
    (self.path, isCatchingUp) = (path, false)
    binding = ThreadBinding()
    node = opened
    unsafe handle = unsafe device
  }

  private static func device(of descriptor: CInt) throws(Errno) -> OpaquePointer {
    // Misbehaving devices must not fill standard error.
    vitrine_evdev_be_quiet()
    var device: OpaquePointer?
    let result = unsafe libevdev_new_from_fd(descriptor, &device)
    guard result == 0, let device = unsafe device else { throw Errno(rawValue: -result) }
    let clock = unsafe libevdev_set_clock_id(device, CLOCK_MONOTONIC)
    guard clock == 0 else {
      unsafe libevdev_free(device)
      throw Errno(rawValue: -clock)
    }
    return unsafe device
  }

  deinit {
    unsafe libevdev_free(handle)
  }

  var name: String {
    unsafe libevdev_get_name(handle).map { unsafe String(cString: $0) } ?? path
  }

  /// Grabs the device, so that other programs receive no events.
  func grab() throws(Errno) {
    binding.check()
    let result = unsafe libevdev_grab(handle, LIBEVDEV_GRAB)
    guard result == 0 else { throw Errno(rawValue: -result) }
  }

  /// Returns the next event, or nil if there is none. Throws ENODEV once the device is gone.
  mutating func next() throws(Errno) -> Event? {
    binding.check()
    var event = input_event()
    while true {
      let mode = isCatchingUp ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
      let result = unsafe libevdev_next_event(handle, mode.rawValue, &event)
      switch result {
      case CInt(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): return Event(event)
      case CInt(LIBEVDEV_READ_STATUS_SYNC.rawValue):
        // The first event reports that events were lost; the others report the changes.
        if isCatchingUp { return Event(event) }
        isCatchingUp = true
      case -EAGAIN where isCatchingUp: isCatchingUp = false
      case -EAGAIN: return nil
      case -EINTR: continue
      default: throw Errno(rawValue: -result)
      }
    }
  }

  /// Whether events are buffered in the process, where an event loop does not see them.
  var hasMore: Bool { unsafe isCatchingUp || libevdev_has_event_pending(handle) > 0 }
}

extension EvdevDevice {
  var capabilities: DeviceCapabilities {
    var capabilities = DeviceCapabilities()
    capabilities.keys = Set((0..<UInt32(KEY_CNT)).filter { has(EV_KEY, $0) })
    capabilities.isDirect = unsafe libevdev_has_property(handle, UInt32(INPUT_PROP_DIRECT)) != 0
    capabilities.isPointer = unsafe libevdev_has_property(handle, UInt32(INPUT_PROP_POINTER)) != 0
    capabilities.hasPlace = has(EV_ABS, UInt32(ABS_X)) && has(EV_ABS, UInt32(ABS_Y))
    capabilities.hasSlots =
      slotCount > 0 && has(EV_ABS, UInt32(ABS_MT_POSITION_X))
      && has(EV_ABS, UInt32(ABS_MT_POSITION_Y))
    capabilities.hasMotion = has(EV_REL, UInt32(REL_X)) || has(EV_REL, UInt32(REL_Y))
    return capabilities
  }

  /// The number of slots, at most 64.
  private var slotCount: Int32 { unsafe min(64, libevdev_get_num_slots(handle)) }

  private func has(_ type: CInt, _ code: UInt32) -> Bool {
    unsafe libevdev_has_event_code(handle, UInt32(type), code) != 0
  }

  /// The ranges of the axes for finger positions.
  func ranges(_ capabilities: DeviceCapabilities) -> (x: TouchAxis, y: TouchAxis)? {
    let codes = capabilities.hasSlots ? (ABS_MT_POSITION_X, ABS_MT_POSITION_Y) : (ABS_X, ABS_Y)
    guard let x = TouchAxis(range(codes.0)), let y = TouchAxis(range(codes.1)) else { return nil }
    return (x, y)
  }

  /// The least and greatest values of an axis; both 0 without one.
  func range(_ code: CInt) -> (minimum: Int32, maximum: Int32) {
    unsafe (
      libevdev_get_abs_minimum(handle, UInt32(code)), libevdev_get_abs_maximum(handle, UInt32(code))
    )
  }

  /// The current contents of the slots, after the events read so far. A single-touch device has one
  /// slot.
  func slots(_ capabilities: DeviceCapabilities) -> [TouchSlot] {
    guard capabilities.hasSlots else {
      let isDown = value(EV_KEY, BTN_TOUCH) != 0
      return [
        TouchSlot(trackingID: isDown ? 0 : -1, x: value(EV_ABS, ABS_X), y: value(EV_ABS, ABS_Y))
      ]
    }
    return (0..<UInt32(slotCount)).map { slot in
      func held(_ code: CInt) -> Int32 {
        unsafe libevdev_get_slot_value(handle, slot, UInt32(code))
      }
      let trackingID = held(ABS_MT_TRACKING_ID)
      guard trackingID >= 0 else { return .empty }
      let isPalm = has(EV_ABS, UInt32(ABS_MT_TOOL_TYPE)) && held(ABS_MT_TOOL_TYPE) == MT_TOOL_PALM
      return TouchSlot(
        trackingID: trackingID, x: held(ABS_MT_POSITION_X), y: held(ABS_MT_POSITION_Y),
        isPalm: isPalm)
    }
  }

  /// The current position of an absolute pointer.
  var place: (x: Int32, y: Int32) { (value(EV_ABS, ABS_X), value(EV_ABS, ABS_Y)) }

  private func value(_ type: CInt, _ code: CInt) -> Int32 {
    unsafe libevdev_get_event_value(handle, UInt32(type), UInt32(code))
  }
}

extension EvdevDevice.Event {
  fileprivate init(_ event: input_event) {
    (type, code, value) = (UInt32(event.type), UInt32(event.code), event.value)
    let (seconds, microseconds) = (Int64(event.time.tv_sec), Int64(event.time.tv_usec))
    time = HostTime(
      nanoseconds: Int64(seconds: seconds, nanoseconds: microseconds *| 1000))
  }

  /// Whether it ends a frame.
  var isReport: Bool { type == UInt32(EV_SYN) && code == UInt32(SYN_REPORT) }

  /// A key press or release. The kernel's repeats are ignored: the interface has its own.
  var key: (code: UInt32, isDown: Bool)? {
    guard type == UInt32(EV_KEY), value == 0 || value == 1, DeviceCapabilities.isKey(code) else {
      return nil
    }
    return (code, value == 1)
  }
}

/// The kernel's name of a key.
func keyName(_ code: UInt32) -> String {
  guard let name = unsafe libevdev_event_code_get_name(UInt32(EV_KEY), code) else {
    return "KEY_0x" + String(code, radix: 16, uppercase: true)
  }
  return unsafe String(cString: name)
}

import CVitrineEvdev
import VitrineLinux
import VitrineTiming

/// A device in use; turns its events into `InputEvent`s. Confined to one thread.
final class OpenDevice {
  let summary: InputDeviceSummary
  private var evdev: EvdevDevice
  private let capabilities: DeviceCapabilities
  private var slots: TouchSlots?
  private var pointer: PointerSignals?
  private var directions: DirectionSignals?
  /// Collects the keys of a reader to codes.
  private var code: CodeReader?
  private var keysDown: [UInt32] = []
  private let binding = ThreadBinding()

  /// Returns nil if the device is of no use. Throws EINVAL for a touchscreen with invalid axes,
  /// EBUSY if another program has grabbed it.
  init?(path: String, properties: DeviceProperties, options: InputOptions) throws(Errno) {
    evdev = try EvdevDevice(path: path)
    capabilities = evdev.capabilities
    summary = InputDeviceSummary(
      path: path, name: evdev.name, kind: capabilities.kind, parent: properties.parent,
      calibration: properties.calibration)
    let isTouched = capabilities.isTouchscreen && options.touchscreens.uses(summary)
    let isMouse = capabilities.isMouse && options.touchscreens.uses(summary)
    guard isTouched || capabilities.hasKeys || isMouse else { return nil }
    if options.isReader(summary) { code = CodeReader() }
    if capabilities.isGamepad {
      directions = DirectionSignals(x: evdev.range(ABS_X), y: evdev.range(ABS_Y))
    }
    if isMouse {
      pointer = PointerSignals(
        path: path, axes: evdev.ranges(capabilities), place: evdev.place)
    }
    if isTouched {
      guard let (x, y) = evdev.ranges(capabilities) else { throw .invalid }
      slots = TouchSlots(x: x, y: y)
    }
    if options.grabs { try evdev.grab() }
  }

  var node: FileDescriptor {
    _read { yield evdev.node }
  }

  /// Reports the fingers that are already on the panel.
  func begin(at time: HostTime, _ report: (InputEvent) -> Void) {
    binding.check()
    touch(at: time, report)
  }

  /// Reports at most `limit` events. Returns true if there are more.
  func read(limit: Int, _ report: (InputEvent) -> Void) throws(Errno) -> Bool {
    binding.check()
    for _ in 0..<limit {
      guard let event = try evdev.next() else { return false }
      for change in pointer?.record(event) ?? [] { report(.pointer(change)) }
      for key in directions?.record(event) ?? [] { press(key, at: event.time, report) }
      if event.isReport {
        touch(at: event.time, report)
      } else if capabilities.hasKeys, let key = event.key {
        press(key, at: event.time, report)
      }
    }
    return evdev.hasMore
  }

  /// Releases everything that is held, because the device is gone.
  func releaseAll(at time: HostTime, _ report: (InputEvent) -> Void) {
    binding.check()
    if slots?.isTouched == true {
      report(.touch(frame([], at: time, isCancelled: true)))
    }
    for change in pointer?.releaseAll(at: time) ?? [] { report(.pointer(change)) }
    pointer = nil
    for code in keysDown {
      report(
        .key(
          KeyChange(
            keyName(code), isDown: false, at: time, on: summary.path, isCancelled: true)))
    }
    keysDown = []
    slots = nil
  }

  private func touch(at time: HostTime, _ report: (InputEvent) -> Void) {
    guard let contacts = slots?.contacts(of: evdev.slots(capabilities)) else { return }
    report(.touch(frame(contacts, at: time, isCancelled: slots?.endedInPalm ?? false)))
  }

  private func frame(
    _ contacts: [NormalizedContact], at time: HostTime, isCancelled: Bool = false
  ) -> NormalizedTouchFrame {
    NormalizedTouchFrame(
      contacts, at: time, on: summary.path, calibration: summary.calibration,
      isCancelled: isCancelled)
  }

  private func press(
    _ key: (code: UInt32, isDown: Bool), at time: HostTime, _ report: (InputEvent) -> Void
  ) {
    if code != nil {
      if let code = code?.record(keyName(key.code), isDown: key.isDown, at: time) {
        report(.code(code, at: time))
      }
      return
    }
    // A key that was already held is released without a press.
    guard key.isDown != keysDown.contains(key.code) else { return }
    if key.isDown { keysDown.append(key.code) } else { keysDown.removeAll { $0 == key.code } }
    report(.key(KeyChange(keyName(key.code), isDown: key.isDown, at: time, on: summary.path)))
  }
}

import CVitrineEvdev
import VitrineTiming

/// Turns the events of a mouse into changes, one motion per report.
struct PointerSignals {
  private let path: String
  private var motion: (x: Int, y: Int)
  /// The latest place of an absolute pointer, which reports only what changes.
  private var place: (x: Double, y: Double)
  private var isPlaced: Bool
  private let axes: (x: TouchAxis, y: TouchAxis)?
  private var buttonsDown: [PointerChange.Button]
  /// The presses and releases of the current report.
  private var pressed: [(button: PointerChange.Button, isDown: Bool)]

  /// Motions that no hand makes are limited.
  private static let longest = 4096

  /// `axes` and `place` are those of an absolute pointer, such as that of a virtual machine.
  init(
    path: String, axes: (x: TouchAxis, y: TouchAxis)?, place: (x: Int32, y: Int32) = (0, 0)
  ) {
    (self.path, self.axes) = (path, axes)
    (motion, isPlaced, buttonsDown, pressed) = ((0, 0), false, [], [])
    self.place = (axes?.x.unit(place.x) ?? 0.5, axes?.y.unit(place.y) ?? 0.5)
  }

  /// Records an event, and returns what it changes.
  mutating func record(_ event: EvdevDevice.Event) -> [PointerChange] {
    switch (Int32(event.type), Int32(event.code)) {
    case (EV_REL, REL_X): motion.x = Self.sum(motion.x, event.value)
    case (EV_REL, REL_Y): motion.y = Self.sum(motion.y, event.value)
    case (EV_ABS, ABS_X):
      place.x = axes?.x.unit(event.value) ?? place.x
      isPlaced = axes != nil
    case (EV_ABS, ABS_Y):
      place.y = axes?.y.unit(event.value) ?? place.y
      isPlaced = axes != nil
    case (EV_REL, REL_WHEEL): return [change(.wheel(Self.sum(0, event.value)), event.time)]
    case (EV_KEY, let code):
      if let button = PointerChange.Button(code), event.value == 0 || event.value == 1 {
        pressed.append((button, event.value == 1))
      }
    case (EV_SYN, SYN_REPORT):
      // Devices report buttons before the motion that led to their place.
      defer { pressed = [] }
      return move(event.time) + pressed.flatMap { press($0.button, isDown: $0.isDown, event.time) }
    default: break
    }
    return []
  }

  private static func sum(_ sum: Int, _ value: Int32) -> Int {
    min(max(sum + Int(value), -longest), longest)
  }

  private mutating func move(_ time: HostTime) -> [PointerChange] {
    defer { (motion, isPlaced) = ((0, 0), false) }
    var changes: [PointerChange] = []
    if motion != (0, 0) { changes.append(change(.moved(motion.x, motion.y), time)) }
    if isPlaced { changes.append(change(.placed(x: place.x, y: place.y), time)) }
    return changes
  }

  private mutating func press(
    _ button: PointerChange.Button, isDown: Bool, _ time: HostTime
  ) -> [PointerChange] {
    guard isDown != buttonsDown.contains(button) else { return [] }
    if isDown { buttonsDown.append(button) } else { buttonsDown.removeAll { $0 == button } }
    return [change(.button(button, isDown: isDown), time)]
  }

  /// Releases everything that is held, because the device is gone.
  mutating func releaseAll(at time: HostTime) -> [PointerChange] {
    defer { buttonsDown = [] }
    return buttonsDown.map {
      PointerChange(.button($0, isDown: false), at: time, on: path, isCancelled: true)
    }
  }

  private func change(_ kind: PointerChange.Kind, _ time: HostTime) -> PointerChange {
    PointerChange(kind, at: time, on: path)
  }
}

extension PointerChange.Button {
  fileprivate init?(_ code: Int32) {
    switch code {
    case BTN_LEFT: self = .left
    case BTN_RIGHT: self = .right
    case BTN_MIDDLE: self = .middle
    default: return nil
    }
  }
}

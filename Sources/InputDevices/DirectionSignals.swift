import CVitrineEvdev

/// Turns the hat and the left stick of a gamepad into presses of its direction buttons. A value type.
///
/// A stick presses a direction beyond two thirds of its way and releases it within one third, so that a worn stick
/// causes no repeats.
struct DirectionSignals {
  /// The range of the stick's axes; nil if it has none.
  private let stick: (x: ClosedRange<Double>, y: ClosedRange<Double>)?
  /// -1, 0 or 1 on each axis: of the hat and of the stick.
  private var hat = (across: 0, down: 0)
  private var lever = (across: 0, down: 0)
  private var pressed: Set<UInt32> = []

  /// `x` and `y` are the least and greatest values of the stick's axes. A stick without a range is ignored.
  init(x: (minimum: Int32, maximum: Int32), y: (minimum: Int32, maximum: Int32)) {
    stick =
      x.minimum < x.maximum && y.minimum < y.maximum
      ? (Double(x.minimum)...Double(x.maximum), Double(y.minimum)...Double(y.maximum)) : nil
  }

  /// The buttons that an event presses or releases, by their codes.
  mutating func record(_ event: EvdevDevice.Event) -> [(code: UInt32, isDown: Bool)] {
    guard event.type == UInt32(EV_ABS) else { return [] }
    switch Int32(event.code) {
    case ABS_HAT0X: hat.across = Int(event.value.signum())
    case ABS_HAT0Y: hat.down = Int(event.value.signum())
    case ABS_X: lever.across = Self.side(of: event.value, in: stick?.x, after: lever.across)
    case ABS_Y: lever.down = Self.side(of: event.value, in: stick?.y, after: lever.down)
    default: return []
    }
    let wanted = Self.buttons(hat).union(Self.buttons(lever))
    let changes =
      pressed.subtracting(wanted).sorted().map { (code: $0, isDown: false) }
      + wanted.subtracting(pressed).sorted().map { (code: $0, isDown: true) }
    pressed = wanted
    return changes
  }

  private static func side(
    of value: Int32, in range: ClosedRange<Double>?, after side: Int
  ) -> Int {
    guard let range else { return 0 }
    let place = (Double(value) - range.lowerBound) / (range.upperBound - range.lowerBound)
    let way = min(max(place * 2 - 1, -1), 1)
    if abs(way) > 2.0 / 3 { return way > 0 ? 1 : -1 }
    return abs(way) < 1.0 / 3 || (way > 0) != (side > 0) ? 0 : side
  }

  private static func buttons(_ place: (across: Int, down: Int)) -> Set<UInt32> {
    var buttons: Set<UInt32> = []
    if place.across != 0 {
      buttons.insert(UInt32(place.across < 0 ? BTN_DPAD_LEFT : BTN_DPAD_RIGHT))
    }
    if place.down != 0 { buttons.insert(UInt32(place.down < 0 ? BTN_DPAD_UP : BTN_DPAD_DOWN)) }
    return buttons
  }
}

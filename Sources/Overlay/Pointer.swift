internal import VitrinePictures
internal import VitrineScenes
import VitrineTiming

/// The pointer of a mouse or a trackball: where it is, and whether it is visible.
struct Pointer: Hashable, Sendable {
  /// In pixels of the upright display.
  private(set) var place: Point
  var appearance = PassingAppearance()
  /// The contact of the button that is down, with a number that no other has.
  private(set) var press: Int?
  private var presses = 0

  /// How long it stays visible without motion.
  static let stay = Duration.seconds(3)
  /// Slow motions are exact, and fast ones cross the display. In points per count.
  private static let gain = (slow: 0.5, fast: 1.5)
  /// In counts per report.
  private static let fast = 24.0

  init(_ metrics: Metrics) { place = Rect(metrics.size).center }

  /// Moves by counts of the device.
  mutating func move(_ across: Int, _ down: Int, _ metrics: Metrics) {
    let (x, y) = (Double(across), Double(down))
    let speed = min(max(abs(x), abs(y)) / Self.fast, 1)
    let gain = metrics.points(Self.gain.slow + (Self.gain.fast - Self.gain.slow) * speed)
    put(at: Point(place.x + x * gain, place.y + y * gain), metrics)
  }

  mutating func put(at wanted: Point, _ metrics: Metrics) {
    let screen = Rect(metrics.size)
    place = Point(
      min(max(wanted.x, 0), screen.width - 1), min(max(wanted.y, 0), screen.height - 1))
  }

  mutating func setPressed(_ isPressed: Bool) {
    if isPressed { presses += 1 }
    press = isPressed ? -presses : nil
  }

  /// White with a dark edge, so that it is visible on everything.
  func drawings(_ metrics: Metrics, at now: HostTime) -> [Drawing] {
    let opacity = appearance.opacity(at: now)
    guard opacity > 0 else { return [] }
    let side = max(metrics.points(22), 16).rounded()
    let frame = Rect(x: place.x.rounded(), y: place.y.rounded(), width: side, height: side)
    let edge = max((side / 14).rounded(), 1)
    let edges = [(-edge, 0), (edge, 0), (0, -edge), (0, edge)].map { x, y in
      Drawing(.icon(.pointer, Color(0x000000)), in: frame.moved(x, y), opacity: opacity)
    }
    return edges + [Drawing(.icon(.pointer, Color(0xFFFFFF)), in: frame, opacity: opacity)]
  }
}

internal import VitrineGestures
internal import VitrinePictures
internal import VitrineScenes
internal import VitrineTiming

/// A corner of the display as viewers see it.
package enum ServiceCorner: String, CaseIterable, Hashable, Sendable {
  case topLeft = "top-left"
  case topRight = "top-right"
  case bottomLeft = "bottom-left"
  case bottomRight = "bottom-right"
}

/// Detects one finger that rests in a corner, alone on the panel, which does not happen by
/// accident. A value type.
struct CornerHoldRecogniser: Hashable, Sendable {
  private struct Finger: Hashable {
    let contact: Int
    let since: HostTime
  }

  private var finger: Finger?
  /// Contacts that are ignored until they are lifted.
  private var others: Set<Int> = []

  static let time = Duration.seconds(5)
  /// The side of the square in the corner, in points: two fingers wide.
  private static let side = 88.0

  /// Takes all contacts at one moment.
  mutating func feed(_ frame: TouchFrame, in corner: ServiceCorner, _ metrics: Metrics) {
    let square = Self.square(corner, metrics)
    for one in frame.contacts where one.id != finger?.contact && !others.contains(one.id) {
      if finger == nil, others.isEmpty, square.contains(one.place) {
        finger = Finger(contact: one.id, since: frame.time)
      } else {
        others.insert(one.id)
      }
    }
    others.formIntersection(frame.contacts.map(\.id))
    guard let held = finger else { return }
    guard let there = frame.contacts.first(where: { $0.id == held.contact }) else {
      finger = nil
      return
    }
    if !square.contains(there.place) || !others.isEmpty { ignore(held) }
  }

  private mutating func ignore(_ held: Finger) {
    others.insert(held.contact)
    finger = nil
  }

  /// Forgets all contacts.
  mutating func cancel() { self = CornerHoldRecogniser() }

  var deadline: HostTime? { finger.map { $0.since + Self.time } }

  /// Whether the corner has been held long enough; true once per finger.
  mutating func timePassed(_ now: HostTime) -> Bool {
    guard let held = finger, held.since + Self.time <= now else { return false }
    ignore(held)
    return true
  }

  static func square(_ corner: ServiceCorner, _ metrics: Metrics) -> Rect {
    let (screen, side) = (Rect(metrics.size), metrics.points(side))
    let isLeft = corner == .topLeft || corner == .bottomLeft
    let isTop = corner == .topLeft || corner == .topRight
    return Rect(
      x: isLeft ? 0 : screen.width - side, y: isTop ? 0 : screen.height - side, width: side,
      height: side)
  }
}

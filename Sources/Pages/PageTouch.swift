internal import VitrinePictures
internal import VitrineScenes

/// The finger that the client knows of.
struct PageTouchState: Hashable, Sendable {
  private var isDown = false

  /// The events for a touch object.
  mutating func events(
    of touch: AreaTouch, on surface: UInt32, at time: UInt32, _ serial: inout UInt32
  ) -> [PageEvent] {
    switch touch {
    case .down(let place):
      guard !isDown else { return [] }
      isDown = true
      serial &+= 1
      return [
        .down(
          serial: serial, milliseconds: time, surface: surface, x: place.x, y: place.y),
        .framed,
      ]
    case .moved(let place):
      guard isDown else { return [] }
      return [
        .moved(milliseconds: time, x: place.x, y: place.y),
        .framed,
      ]
    case .up:
      guard isDown else { return [] }
      isDown = false
      serial &+= 1
      return [.up(serial: serial, milliseconds: time), .framed]
    case .cancelled:
      guard isDown else { return [] }
      isDown = false
      return [.cancelled]
    }
  }
}

internal import Linux
import Synchronization

/// The flips of one node's outputs: whoever reads the node puts what is not his own into the
/// other's box and wakes him. Thread-safe.
final class FlipPost: Sendable {
  private struct Box {
    let wakeup: Wakeup
    var flips: [PageFlip] = []
  }

  private let boxes = Mutex<[ObjectID<CRTC>: Box]>([:])

  /// Flips of this CRTC are kept from now on, and announced by `wakeup`.
  func open(_ crtc: ObjectID<CRTC>, wakeup: Wakeup) {
    boxes.withLock { $0[crtc] = Box(wakeup: wakeup) }
  }

  func close(_ crtc: ObjectID<CRTC>) {
    boxes.withLock { $0[crtc] = nil }
  }

  /// Sorts what `read` finds and answers the flips of one CRTC.
  func take(_ crtc: ObjectID<CRTC>?, _ read: () -> [PageFlip]) -> [PageFlip] {
    // Read under the lock: else two readers could put flips into a box in the wrong order.
    boxes.withLock { boxes in
      for flip in read() {
        guard let owner = flip.crtc, boxes[owner] != nil else { continue }
        boxes[owner]?.flips.append(flip)
        if owner != crtc { boxes[owner]?.wakeup.ring() }
      }
      guard let crtc else { return [] }
      defer { boxes[crtc]?.flips = [] }
      return boxes[crtc]?.flips ?? []
    }
  }
}

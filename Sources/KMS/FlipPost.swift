internal import Linux
import Synchronization

/// The flips of one node's outputs: whoever reads the node puts what is not his own into the
/// other's box and wakes him. Thread-safe.
///
/// A kernel before 4.12 does not say whose flip it tells of: the commit's number does.
final class FlipPost: Sendable {
  private struct Box {
    /// The CRTC's place in the kernel's list.
    let index: Int
    let wakeup: Wakeup
    var flips: [PageFlip] = []
  }

  private let boxes = Mutex<[ObjectID<CRTC>: Box]>([:])
  private let count = Atomic<UInt32>(0)

  /// Of a number, for the CRTC's place; there are 32 of them at most (see `possible_crtcs`).
  private static let indexBits: UInt32 = 5

  /// Flips of this CRTC are kept from now on, and announced by `wakeup`.
  func open(_ crtc: CRTC, wakeup: Wakeup) {
    boxes.withLock { $0[crtc.id] = Box(index: crtc.index, wakeup: wakeup) }
  }

  /// A number for a CRTC's next commit, which no other one of the node has had for weeks: an answer
  /// that comes late is not taken for another's. It fits a pointer of 32 bits.
  func number(for crtc: CRTC) -> UInt64 {
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    return UInt64(number << Self.indexBits | UInt32(truncatingIfNeeded: crtc.index) & 31)
  }

  private static func owner(of flip: PageFlip, _ boxes: [ObjectID<CRTC>: Box]) -> ObjectID<CRTC>? {
    flip.crtc ?? boxes.first { $0.value.index == Int(flip.id & 31) }?.key
  }

  func close(_ crtc: ObjectID<CRTC>) {
    boxes.withLock { $0[crtc] = nil }
  }

  /// Sorts what `read` finds and answers the flips of one CRTC.
  func take(_ crtc: ObjectID<CRTC>?, _ read: () -> [PageFlip]) -> [PageFlip] {
    // Read under the lock: else two readers could put flips into a box in the wrong order.
    boxes.withLock { boxes in
      for flip in read() {
        guard let owner = Self.owner(of: flip, boxes), boxes[owner] != nil else { continue }
        boxes[owner]?.flips.append(flip)
        if owner != crtc { boxes[owner]?.wakeup.ring() }
      }
      guard let crtc else { return [] }
      defer { boxes[crtc]?.flips = [] }
      return boxes[crtc]?.flips ?? []
    }
  }
}

import Synchronization
internal import VitrineLinux

/// Hands each flip to the output that it belongs to: the thread that reads the node keeps the flips
/// of its own CRTC, puts the others into their outputs' inboxes, and wakes those threads.
/// Thread-safe.
///
/// A kernel before 4.12 does not say whose flip it tells of: the commit's number does.
final class FlipRouter: Sendable {
  private struct Inbox {
    /// The CRTC's place in the kernel's list.
    let index: Int
    let wakeup: Wakeup
    var flips: [PageFlip] = []
  }

  private let inboxes = Mutex<[ObjectID<CRTC>: Inbox]>([:])
  private let count = Atomic<UInt32>(0)

  /// Of a number, for the CRTC's place; there are 32 of them at most (see `possible_crtcs`).
  private static let indexBits: UInt32 = 5

  /// Flips of this CRTC are kept from now on, and announced by `wakeup`.
  func open(_ crtc: CRTC, wakeup: Wakeup) {
    inboxes.withLock { $0[crtc.id] = Inbox(index: crtc.index, wakeup: wakeup) }
  }

  /// A number for a CRTC's next commit, which no other one of the node has had for weeks: an answer
  /// that comes late is not taken for another's. It fits a pointer of 32 bits.
  func number(for crtc: CRTC) -> UInt64 {
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    return UInt64(number << Self.indexBits | UInt32(truncatingIfNeeded: crtc.index) & 31)
  }

  private static func owner(of flip: PageFlip, _ inboxes: [ObjectID<CRTC>: Inbox]) -> ObjectID<
    CRTC
  >? {
    flip.crtc ?? inboxes.first { $0.value.index == Int(flip.id & 31) }?.key
  }

  func close(_ crtc: ObjectID<CRTC>) {
    inboxes.withLock { $0[crtc] = nil }
  }

  /// Sorts what `read` finds and answers the flips of one CRTC.
  func take(_ crtc: ObjectID<CRTC>?, _ read: () -> [PageFlip]) -> [PageFlip] {
    // Read under the lock: else two readers could put flips into a box in the wrong order.
    inboxes.withLock { inboxes in
      for flip in read() {
        guard let owner = Self.owner(of: flip, inboxes), inboxes[owner] != nil else { continue }
        inboxes[owner]?.flips.append(flip)
        if owner != crtc { inboxes[owner]?.wakeup.ring() }
      }
      guard let crtc else { return [] }
      defer { inboxes[crtc]?.flips = [] }
      return inboxes[crtc]?.flips ?? []
    }
  }
}

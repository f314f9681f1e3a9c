import Synchronization
internal import VitrineLinux

/// Delivers each flip to its output: the thread that reads the node keeps its output's flips, puts
/// the others into their outputs' inboxes, and wakes those threads. Thread-safe.
///
/// Kernels before 4.12 do not report the CRTC of a flip; the commit's number identifies it.
final class FlipRouter: Sendable {
  private struct Inbox {
    /// The CRTC's index in the kernel's list.
    let index: Int
    let wakeup: Wakeup
    var flips: [PageFlip] = []
  }

  private let inboxes = Mutex<[ObjectID<CRTC>: Inbox]>([:])
  private let count = Atomic<UInt32>(0)

  /// The bits of a number that hold the CRTC's index; there are at most 32 CRTCs (see
  /// `possible_crtcs`).
  private static let indexBits: UInt32 = 5

  /// Starts storing the flips of this CRTC, announced by `wakeup`.
  func open(_ crtc: CRTC, wakeup: Wakeup) {
    inboxes.withLock { $0[crtc.id] = Inbox(index: crtc.index, wakeup: wakeup) }
  }

  /// A number for a CRTC's next commit, unique on the node for weeks, so that a late event is not
  /// mistaken for another's. It fits into a 32-bit pointer.
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

  /// Distributes the flips that `read` returns, and returns those of one CRTC.
  func drain(_ crtc: ObjectID<CRTC>?, reading read: () -> [PageFlip]) -> [PageFlip] {
    // Read under the lock: otherwise two readers could put flips into an inbox in the wrong order.
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

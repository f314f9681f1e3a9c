package import VitrineLinux
package import VitrinePictures

/// A reusable picture buffer of a decoder. Thread-safe.
///
/// Its memory stays valid while it is retained, even if the decoder has allocated others.
package final class PictureSlot: Sendable {
  package let memory: [DMABuffer]
  package let layout: DMABufferLayout
  let index: Int

  init(_ memory: [DMABuffer], _ layout: DMABufferLayout, index: Int) {
    self.memory = memory
    self.layout = layout
    self.index = index
  }
}

/// A decoded picture. Releasing it, on any thread, returns its memory to the decoder.
package final class DevicePicture: Sendable {
  package let slot: PictureSlot
  package let token: UInt64
  package let isInterlaced: Bool
  private let returns: SlotReturns

  init(
    _ slot: PictureSlot, _ token: UInt64, isInterlaced: Bool, to returns: SlotReturns
  ) {
    self.slot = slot
    self.token = token
    self.isInterlaced = isInterlaced
    self.returns = returns
  }

  deinit { returns.append(slot) }
}

/// The queue of slots that are returned from the screen. Thread-safe: only the decoder's thread
/// takes them, so that no other thread accesses the device.
final class SlotReturns: Sendable {
  private let slots = Shared<[PictureSlot]>([])
  let wakeup: Wakeup

  init(_ wakeup: Wakeup) { self.wakeup = wakeup }

  func append(_ slot: PictureSlot) {
    slots.update { $0.append(slot) }
    wakeup.ring()
  }

  func drain() -> [PictureSlot] {
    slots.update { slots in
      defer { slots = [] }
      return slots
    }
  }
}

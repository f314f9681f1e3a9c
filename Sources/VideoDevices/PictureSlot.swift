public import VitrineLinux
public import VitrinePictures

/// A buffer of a decoder for one picture after the other. Thread-safe.
///
/// Its memory lives for as long as it is held, also when the decoder has made others meanwhile.
public final class PictureSlot: Sendable {
  public let memory: [DMABuffer]
  public let layout: StatedLayout
  let index: Int

  init(_ memory: [DMABuffer], _ layout: StatedLayout, index: Int) {
    (self.memory, self.layout, self.index) = (memory, layout, index)
  }
}

/// A picture that a decoder has made. Dropping it, on any thread, gives its memory back to the decoder.
public final class DevicePicture: Sendable {
  public let slot: PictureSlot
  public let token: UInt64
  public let isInterlaced: Bool
  private let returns: SlotReturns

  init(
    _ slot: PictureSlot, _ token: UInt64, isInterlaced: Bool, to returns: SlotReturns
  ) {
    (self.slot, self.token) = (slot, token)
    (self.isInterlaced, self.returns) = (isInterlaced, returns)
  }

  deinit { returns.give(slot) }
}

/// Where slots come back that were on the screen. Thread-safe: the decoder's thread takes them, so that
/// no other one asks the device for anything.
final class SlotReturns: Sendable {
  private let slots = Shared<[PictureSlot]>([])
  let wakeup: Wakeup

  init(_ wakeup: Wakeup) { self.wakeup = wakeup }

  func give(_ slot: PictureSlot) {
    slots.update { $0.append(slot) }
    wakeup.ring()
  }

  func take() -> [PictureSlot] {
    slots.update { slots in
      defer { slots = [] }
      return slots
    }
  }
}

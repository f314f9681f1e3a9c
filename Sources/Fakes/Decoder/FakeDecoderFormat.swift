import VitrinePictures
import VitrineVideoDevices

/// The size of the pictures as a fake decoder finds it in their packets, and the buffers that it
/// knows.
struct FakeDecoderFormat {
  /// The size in the packets, by their first byte.
  var sizes: [UInt8: PixelSize] = [0: PixelSize(640, 480), 1: PixelSize(320, 240)]
  private(set) var size: PixelSize?
  /// The stream's size has changed, and nothing is decoded until that is handled.
  private(set) var isChanging = false
  private var isForgotten = false
  private var known: Set<Int> = []
  private var events: [DecoderEvent] = []

  func knows(_ buffer: Int) -> Bool { known.contains(buffer) }

  /// Whether there is memory for packets of this kind; otherwise reports that it is needed.
  /// `buffers` is nil while no pictures are streamed.
  mutating func accepts(_ kind: UInt8, into buffers: [Int]?) -> Bool {
    if sizes[kind] == size, isForgotten, let buffers {
      // Like the device that this imitates: the buffers that it was given suffice.
      (isForgotten, known) = (false, Set(buffers))
    }
    if sizes[kind] == size, !isForgotten { return true }
    (size, isChanging, isForgotten) = (sizes[kind], true, false)
    events.append(.sourceChange)
    return false
  }

  mutating func begin(with buffers: [Int]) { (isChanging, known) = (false, Set(buffers)) }

  /// Forgets the format and the buffers.
  mutating func forget() { (isForgotten, known, isChanging) = (true, [], false) }

  mutating func nextEvent() -> DecoderEvent? { events.isEmpty ? nil : events.removeFirst() }
}

internal import VitrineKMS
internal import VitrinePictures

/// The memory that the kernel was asked with last, kept for the next questions: where it is
/// contiguous the kernel clears each piece as it makes it, up to 30 ms on the display thread.
/// Never written.
struct TrialBuffers {
  private var kept: [ScanoutBuffer] = []

  /// One for the interface, and two kinds of pictures: such memory is scarce.
  private static let limit = 3

  /// That of a kind, made where there is none; the one that was not asked for longest goes.
  mutating func buffer(
    _ format: PixelFormat, _ size: PixelSize, make: () throws(KMSError) -> ScanoutBuffer
  ) throws(KMSError) -> ScanoutBuffer {
    let index = kept.firstIndex { $0.layout.format == format && $0.layout.size == size }
    let buffer: ScanoutBuffer
    if let index {
      buffer = kept.remove(at: index)
    } else {
      // Before, so that there is memory for it.
      kept.removeFirst(max(0, kept.count - Self.limit + 1))
      buffer = try make()
    }
    kept.append(buffer)
    return buffer
  }
}

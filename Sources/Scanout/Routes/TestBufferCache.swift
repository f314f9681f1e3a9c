internal import VitrineKMS
internal import VitrinePictures

/// A cache of the latest buffers for test commits: the kernel clears contiguous memory as it
/// allocates it, which takes up to 30 ms on the display thread. Never written.
struct TestBufferCache {
  private var buffers: [ScanoutBuffer] = []

  /// One for the interface, and two kinds of pictures: such memory is scarce.
  private static let limit = 3

  /// A buffer of a kind, allocated if necessary; evicts the least recently used one.
  mutating func buffer(
    _ format: PixelFormat, _ size: PixelSize, make: () throws(KMSError) -> ScanoutBuffer
  ) throws(KMSError) -> ScanoutBuffer {
    let index = buffers.firstIndex { $0.layout.format == format && $0.layout.size == size }
    let buffer: ScanoutBuffer
    if let index {
      buffer = buffers.remove(at: index)
    } else {
      // First, so that there is memory for the new one.
      buffers.removeFirst(max(0, buffers.count - Self.limit + 1))
      buffer = try make()
    }
    buffers.append(buffer)
    return buffer
  }
}

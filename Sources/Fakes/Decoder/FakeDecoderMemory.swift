import Glibc
import VitrineLinux
import VitrinePictures
import VitrineVideoDevices

/// The memory for a fake decoder's pictures.
struct FakeDecoderMemory {
  /// Whether pictures have content: see `FakeDecoder.brightness`.
  var isPainted = false
  /// How many buffers were made, each time.
  private(set) var made: [Int] = []
  private var exported: [Int: DMABuffer] = [:]

  mutating func make(_ count: Int) { made.append(count) }

  mutating func export(_ index: Int, byteCount: Int) throws(Errno) -> DMABuffer {
    // A file without a name (O_TMPFILE, which the Glibc module lacks) replaces a dma-buf.
    let descriptor = try FileDescriptor(opening: "/tmp", O_RDWR | O_DIRECTORY | 0o20000000)
    _ = try valueOrErrno { ftruncate(descriptor.rawValue, off_t(byteCount)) }
    let memory = try DMABuffer(owning: descriptor)
    exported[index] = memory
    return memory
  }

  /// Paints the left half of a picture with this brightness, and the right half white.
  func paint(_ index: Int, _ brightness: UInt8, _ layout: DecodedLayout) {
    guard isPainted, let memory = exported[index] else { return }
    let (pitch, size) = (layout.pieces[0].pitch, layout.size)
    let half = size.width / 2
    let row =
      Array(repeating: brightness, count: half) + Array(repeating: 235, count: pitch - half)
    let rows = (0..<size.height).flatMap { _ in row }
    let bytes = rows + Array(repeating: 128, count: pitch * size.height / 2)
    let written = unsafe bytes.withUnsafeBytes {
      unsafe pwrite(memory.descriptor.rawValue, $0.baseAddress, $0.count, 0)
    }
    precondition(written == bytes.count, "its picture has room in its memory")
  }
}

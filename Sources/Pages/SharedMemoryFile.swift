import CVitrineWayland
import Glibc
package import VitrineLinux
package import VitrinePictures
internal import VitrineTiming

/// The memory that a client shares, read as a file. Thread-safe.
///
/// It is never mapped: the client can truncate it at any time, and reading a file never raises SIGBUS, never allocates
/// the client's pages on our account, and fails instead of waiting, since only files in memory are accepted.
package final class SharedMemoryFile: Sendable {
  private let file: FileDescriptor

  /// Returns nil if it is not a file in memory.
  package init?(_ file: consuming FileDescriptor) {
    self.file = file
    guard vitrine_is_file_in_memory(self.file.rawValue) != 0 else { return nil }
  }

  /// Fills `bytes` from an offset. Returns false if the file is shorter.
  func read(_ bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    var filled = 0
    while filled < bytes.count {
      let part = unsafe pread(
        file.rawValue, bytes.baseAddress?.advanced(by: filled), bytes.count - filled,
        // bound: `SharedPicture` has checked it
        off_t(offset + filled))
      guard part > 0 else {
        if part < 0, errno == EINTR { continue }
        return false
      }
      filled += part
    }
    return true
  }
}

/// A picture in a client's memory. Its rows are within the pool, but the memory may be shorter.
package struct SharedPicture: Sendable {
  let memory: SharedMemoryFile
  let offset: Int
  package let size: PixelSize
  let pitch: Int
  let isOpaque: Bool

  /// Larger sides are refused.
  private static let longestSide: Int32 = 8192
  /// The formats of wl_shm: ARGB8888 and XRGB8888.
  static let formats: [UInt32] = [0, 1]

  /// Returns nil if the numbers make no picture within `length` bytes.
  package init?(
    _ memory: SharedMemoryFile, length: Int32, offset: Int32, width: Int32, height: Int32,
    pitch: Int32, format: UInt32
  ) {
    guard Self.formats.contains(format), (1...Self.longestSide).contains(width),
      (1...Self.longestSide).contains(height), offset >= 0, pitch >= 0,
      Int64(pitch) >= Int64(width) *| 4,
      Int64(offset) +| Int64(pitch) *| Int64(height) <= Int64(length)
    else { return nil }
    self.memory = memory
    (self.offset, self.pitch) = (Int(offset), Int(pitch))
    size = PixelSize(Int(width), Int(height))
    isOpaque = format == 1
  }
}

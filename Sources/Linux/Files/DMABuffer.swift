import CVitrineLinux
import Glibc

/// A dma-buf: memory that devices can share. Thread-safe.
package final class DMABuffer: Sendable {
  package let descriptor: FileDescriptor
  package let byteCount: Int

  /// Wraps `lseek`: the end of a dma-buf is its size.
  package init(owning descriptor: consuming FileDescriptor) throws(Errno) {
    let number = descriptor.rawValue
    byteCount = Int(try valueOrErrno { lseek(number, 0, SEEK_END) })
    self.descriptor = descriptor
  }

  /// Maps the memory for the CPU. Reading may be slow, because memory that devices write is
  /// often not cached.
  ///
  /// Wraps `DMA_BUF_IOCTL_SYNC`. Memory that does not support it is not a
  /// device's and needs no synchronization.
  package func read<Result>(_ body: (UnsafeRawBufferPointer) -> Result) throws(Errno) -> Result {
    let mapping = try Mapping(reading: descriptor, count: byteCount)
    do throws(Errno) {
      _ = try valueOrErrno { vitrine_sync_reading(descriptor.rawValue, 1) }
    } catch .notTerminal {
      return unsafe body(UnsafeRawBufferPointer(mapping.bytes))
    }
    defer { _ = vitrine_sync_reading(descriptor.rawValue, 0) }
    return unsafe body(UnsafeRawBufferPointer(mapping.bytes))
  }

  /// Maps several buffers, for a picture that consists of them.
  package static func read<Result>(
    _ pieces: [DMABuffer], _ body: ([UnsafeRawBufferPointer]) -> Result
  ) throws(Errno) -> Result {
    unsafe try read(pieces[...], behind: [], body)
  }

  private static func read<Result>(
    _ pieces: ArraySlice<DMABuffer>, behind mapped: [UnsafeRawBufferPointer],
    _ body: ([UnsafeRawBufferPointer]) -> Result
  ) throws(Errno) -> Result {
    guard let first = pieces.first else { return unsafe body(mapped) }
    let result = unsafe try first.read { bytes in
      Swift.Result { () throws(Errno) in
        unsafe try read(pieces.dropFirst(), behind: mapped + [bytes], body)
      }
    }
    return try result.get()
  }
}

import CVitrineLinux
import Glibc

/// One piece of memory that devices hand each other: a dma-buf. Thread-safe.
public final class DMABuffer: Sendable {
  public let descriptor: FileDescriptor
  public let byteCount: Int

  /// The corresponding C function is `lseek`: a dma-buf tells its size by its end.
  public init(owning descriptor: consuming FileDescriptor) throws(Errno) {
    let number = descriptor.rawValue
    byteCount = Int(try valueOrErrno { lseek(number, 0, SEEK_END) })
    self.descriptor = descriptor
  }

  /// Lets the processor read it, which may be slow: what devices write is often not cached.
  ///
  /// The corresponding C constant is `DMA_BUF_IOCTL_SYNC`. Memory without that call is no device's, and
  /// what the processor wrote there needs none.
  public func read<Result>(_ body: (UnsafeRawBufferPointer) -> Result) throws(Errno) -> Result {
    let mapping = try Mapping(reading: descriptor, count: byteCount)
    do throws(Errno) {
      _ = try valueOrErrno { vitrine_sync_reading(descriptor.rawValue, 1) }
    } catch .notTerminal {
      return unsafe body(UnsafeRawBufferPointer(mapping.bytes))
    }
    defer { _ = vitrine_sync_reading(descriptor.rawValue, 0) }
    return unsafe body(UnsafeRawBufferPointer(mapping.bytes))
  }

  /// As `read`, for a picture that lies in several pieces.
  public static func read<Result>(
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

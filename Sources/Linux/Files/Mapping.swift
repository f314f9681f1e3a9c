import CVitrineLinux
import Glibc

/// A stretch of memory that a device shares with us, unmapped when its owner lets go.
///
/// The corresponding C functions are `mmap` and `munmap`.
@safe public struct Mapping: ~Copyable, @unchecked Sendable {
  // @unchecked: the bytes are guarded by the owner that hands the mapping around; see ScanoutBuffer.
  public let bytes: UnsafeMutableRawBufferPointer

  /// With `populating`, its pages are there at once, in one go, and not one by one as they are
  /// touched: for memory that will be used whole.
  public init(
    of descriptor: borrowing FileDescriptor, offset: Int, count: Int, populating: Bool = false
  ) throws(Errno) {
    let flags = MAP_SHARED | (populating ? MAP_POPULATE : 0)
    let start = unsafe mmap(
      // bound: a place in a file that is mapped
      nil, count, PROT_READ | PROT_WRITE, flags, descriptor.rawValue, off_t(offset))
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .last }
    unsafe bytes = unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  /// Memory that is only read, though its descriptor may allow no more than that.
  public init(reading descriptor: borrowing FileDescriptor, count: Int) throws(Errno) {
    let start = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, descriptor.rawValue, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .last }
    unsafe bytes = unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  /// Plain memory of our own, in whole pages and zeroed.
  public init(anonymous count: Int) throws(Errno) {
    let start = unsafe mmap(
      nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .last }
    unsafe bytes = unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit {
    unsafe munmap(bytes.baseAddress, bytes.count)
  }
}

import CVitrineLinux
import Glibc

/// A memory mapping, which is unmapped when its owner releases it.
///
/// Wraps `mmap` and `munmap`.
@safe package struct Mapping: ~Copyable, @unchecked Sendable {
  // @unchecked: the bytes are guarded by the owner that hands the mapping around; see ScanoutBuffer.
  package let bytes: UnsafeMutableRawBufferPointer

  /// If `populating` is true, maps all pages now instead of at their first access. Use it if all of
  /// the memory will be used.
  package init(
    of descriptor: borrowing FileDescriptor, offset: Int, count: Int, populating: Bool = false
  ) throws(Errno) {
    let flags = MAP_SHARED | (populating ? MAP_POPULATE : 0)
    let start = unsafe mmap(
      // bound: an offset within the mapped file
      nil, count, PROT_READ | PROT_WRITE, flags, descriptor.rawValue, off_t(offset))
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .last }
    unsafe bytes = unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  /// Maps memory read-only, which also works for descriptors that were opened for reading.
  package init(reading descriptor: borrowing FileDescriptor, count: Int) throws(Errno) {
    let start = unsafe mmap(nil, count, PROT_READ, MAP_SHARED, descriptor.rawValue, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .last }
    unsafe bytes = unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  /// Allocates zeroed memory in whole pages.
  package init(anonymous count: Int) throws(Errno) {
    let start = unsafe mmap(
      nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .last }
    unsafe bytes = unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
  }

  deinit {
    unsafe munmap(bytes.baseAddress, bytes.count)
  }
}

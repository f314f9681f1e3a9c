import CVitrineDRM
import Synchronization
import VitrineLinux

/// The handles of a DRM node for other devices' memory. Thread-safe.
///
/// The kernel uses the same handle for the same memory, however often it is imported, and closing
/// it once releases it: so imports are counted. Wraps `drmPrimeFDToHandle` and
/// `drmCloseBufferHandle`.
final class GEMHandles: Sendable {
  private let counts = Mutex<[UInt32: Int]>([:])

  func importHandle(of memory: DMABuffer, on node: borrowing FileDescriptor) throws(Errno) -> UInt32
  {
    let descriptor = node.rawValue
    let result = counts.withLock { counts -> Result<UInt32, Errno> in
      var handle: UInt32 = 0
      let status = unsafe drmPrimeFDToHandle(descriptor, memory.descriptor.rawValue, &handle)
      guard status == 0 else { return .failure(.last) }
      counts[handle, default: 0] += 1
      return .success(handle)
    }
    return try result.get()
  }

  func release(_ handle: UInt32, on node: borrowing FileDescriptor) {
    let descriptor = node.rawValue
    counts.withLock { counts in
      guard let count = counts[handle] else { return }
      guard count == 1 else { return counts[handle] = count - 1 }
      counts[handle] = nil
      _ = drmCloseBufferHandle(descriptor, handle)
    }
  }
}

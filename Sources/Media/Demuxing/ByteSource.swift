/// A source of bytes for a demuxer other than a file, with or without random access. Its functions
/// block; the demuxer calls them on its own thread.
package protocol ByteSource: Interruptible {
  /// Waits until the source is open. Returns its size in bytes if it is known, and whether it is
  /// seekable.
  func open() throws(ByteSourceError) -> (size: Int64?, isSeekable: Bool)
  /// Copies bytes from `position` on, and waits for the first of them. Returns their number, or 0
  /// at the end.
  func read(
    at position: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ByteSourceError) -> Int
}

/// A blocking object that can be interrupted.
package protocol Interruptible: AnyObject, Sendable {
  /// Ends all waiting, now and later. From any thread.
  func interrupt()
}

/// Why a source delivers no bytes.
package enum ByteSourceError: Error, Hashable, Sendable {
  case interrupted
  /// With a message.
  case failed(String)
}

/// A byte source in memory.
final class MemoryBytes: ByteSource {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func open() -> (size: Int64?, isSeekable: Bool) { (Int64(bytes.count), true) }

  func read(at position: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let start = Int(exactly: position), (0..<bytes.count).contains(start) else { return 0 }
    let count = min(buffer.count, bytes.count - start)
    unsafe bytes.withUnsafeBytes { all in
      unsafe buffer.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: all[start..<(start + count)]))
    }
    return count
  }

  func interrupt() {}
}

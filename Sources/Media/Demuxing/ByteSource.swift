/// Where a demuxer's bytes come from where that is no file: read at any place, or from the beginning
/// on. Its functions wait; the demuxer calls them on its own thread.
public protocol ByteSource: Interruptible {
  /// Waits until it is known what it is: its size in bytes where that is known, and whether it can be
  /// read at any place.
  func open() throws(ByteSourceError) -> (size: Int64?, isSeekable: Bool)
  /// Copies bytes from `position` on, and waits for the first of them: how many, 0 at the end.
  func read(
    at position: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ByteSourceError) -> Int
}

/// What may wait, and can be told not to.
public protocol Interruptible: AnyObject, Sendable {
  /// Ends all waiting, now and later. From any thread.
  func interrupt()
}

/// Why bytes cannot be had.
public enum ByteSourceError: Error, Hashable, Sendable {
  case interrupted
  /// In words.
  case failed(String)
}

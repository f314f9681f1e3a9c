/// A byte queue. Appending and removing cost linear time in total, however small the parts are.
struct ByteQueue {
  private var bytes: [UInt8] = []
  /// The bytes before this index have been removed.
  private var start = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  var contents: ArraySlice<UInt8> { bytes[start...] }

  mutating func append(_ more: some Collection<UInt8>) { bytes += more }

  mutating func removeFirst(_ count: Int) {
    start += count
    if isEmpty { return removeAll() }
    // Each remaining byte is moved at most once for each removed byte.
    if start > bytes.count / 2 {
      bytes.removeFirst(start)
      start = 0
    }
  }

  mutating func removeAll() { (bytes, start) = ([], 0) }
}

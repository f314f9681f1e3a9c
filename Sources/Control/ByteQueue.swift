/// Bytes that come at the end and go at the front. Both cost linear time, however small the parts are.
struct ByteQueue {
  private var bytes: [UInt8] = []
  /// What is before this has gone.
  private var start = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  /// From the front on.
  var contents: ArraySlice<UInt8> { bytes[start...] }

  mutating func append(_ more: some Collection<UInt8>) { bytes += more }

  mutating func removeFirst(_ count: Int) {
    start += count
    if isEmpty { return removeAll() }
    // Each byte that stays is moved once for each one that has gone.
    if start > bytes.count / 2 {
      bytes.removeFirst(start)
      start = 0
    }
  }

  mutating func removeAll() { (bytes, start) = ([], 0) }
}

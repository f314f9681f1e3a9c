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

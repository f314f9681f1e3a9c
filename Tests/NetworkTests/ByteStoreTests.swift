import Testing

@testable import VitrineNetwork

/// The stored parts of a file, compared with the whole file.
struct ByteStoreTests {
  static let file = (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }

  private func write(_ range: Range<Int>, _ store: inout ByteStore) {
    Self.file[range].withUnsafeBytes { store.write($0, at: Int64(range.lowerBound)) }
  }

  private func read(_ start: Int, _ count: Int, _ store: inout ByteStore) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = bytes.withUnsafeMutableBytes { store.read(at: Int64(start), into: $0) }
    return Array(bytes.prefix(read))
  }

  @Test("Parts written in any order read back in file order")
  func parts() {
    var store = ByteStore()
    for range in [1000..<400_000, 0..<10, 500..<2000, 399_000..<900_000, 5..<600] {
      write(range, &store)
    }
    #expect(store.ranges == [0..<900_000])
    #expect((900_000..<920_000).contains(store.count))
    for (start, count) in [(0, 900_000), (262_143, 3), (399_999, 400_000), (899_990, 100)] {
      let expected = Array(Self.file[start..<min(start + count, 900_000)])
      #expect(read(start, count, &store) == expected)
    }
    #expect(store.end(from: 10) == 900_000 && store.end(from: 900_000) == 900_000)
    #expect(read(900_000, 10, &store) == [])
  }

  @Test("A gap ends a read and is reported")
  func gaps() {
    var store = ByteStore()
    write(100..<200, &store)
    write(300..<400, &store)
    #expect(store.end(from: 0) == 0 && store.end(from: 150) == 200)
    #expect(store.start(after: 0) == 100 && store.start(after: 150) == 300)
    #expect(store.start(after: 300) == nil)
    #expect(read(150, 500, &store).count == 50)
    #expect(store.ranges == [100..<200, 300..<400])
  }

  @Test("Recently used parts stay, and so does everything ahead of the reader")
  func trimming() {
    var store = ByteStore()
    write(0..<(3 << 20), &store)
    _ = read(0, 1000, &store)
    store.trim(to: 1 << 20, keeping: Int64(2 << 20))
    // The third MiB is ahead of the reader: none of it is evicted at any limit.
    #expect(store.end(from: Int64(2 << 20)) == Int64(3 << 20))
    #expect(store.count == 1 << 20)
    store = ByteStore()
    write(0..<(1 << 20), &store)
    write((2 << 20)..<(3 << 20), &store)
    _ = read(0, 1000, &store)
    store.trim(to: 1280 << 10, keeping: Int64(2 << 20))
    // The index at the beginning was read last.
    #expect(store.ranges.first == 0..<(256 << 10))
  }
}

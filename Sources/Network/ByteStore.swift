internal import VitrineTiming

/// Parts of a file in memory, wherever they are in the file.
struct ByteStore {
  private struct Extent {
    let start: Int64
    var bytes: [UInt8]
    /// The counter value of its last use.
    var used: Int

    var end: Int64 { start +| Int64(bytes.count) }
    /// Its memory: a small extent takes a page, too.
    var cost: Int { max(bytes.count, ByteStore.leastCost) }
  }

  /// The size of the units that are evicted.
  static let extentSize = 256 << 10
  private static let leastCost = 4096

  /// In order, without overlaps.
  private var extents: [Extent] = []
  private var uses = 0
  /// The memory of all extents, in bytes.
  private(set) var count = 0

  /// The parts of the file in memory; adjacent extents are merged.
  var ranges: [Range<Int64>] {
    extents.reduce(into: []) { ranges, extent in
      if let last = ranges.last, last.upperBound == extent.start {
        // bound: an extent begins where the one before ends
        ranges[ranges.count - 1] = last.lowerBound..<extent.end
      } else {
        // bound: an extent has bytes
        ranges.append(extent.start..<extent.end)
      }
    }
  }

  /// Returns the position of the first missing byte from `position` on.
  func end(from position: Int64) -> Int64 {
    var end = position
    for extent in extents[firstIndex(endingAfter: position)...] {
      guard extent.start <= end else { break }
      end = extent.end
    }
    return end
  }

  /// Returns the start of the next part in memory after `position`.
  func start(after position: Int64) -> Int64? {
    extents[firstIndex(endingAfter: position)...].first { $0.start > position }?.start
  }

  /// Copies the available bytes from `position` on, and returns their number.
  mutating func read(at position: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    var done = 0
    uses += 1
    for index in extents.indices[firstIndex(endingAfter: position)...] {
      let place = position +| Int64(done)
      guard done < buffer.count, extents[index].start <= place else { break }
      let offset = Int(place -| extents[index].start)
      let part = min(extents[index].bytes.count - offset, buffer.count - done)
      unsafe extents[index].bytes.withUnsafeBytes { bytes in
        unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done..<(done + part)])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + part)]))
      }
      extents[index].used = uses
      done += part
    }
    return done
  }

  /// Stores bytes of the file; bytes that are already in memory stay.
  mutating func write(_ bytes: UnsafeRawBufferPointer, at position: Int64) {
    uses += 1
    var rest = unsafe bytes
    var place = position
    while unsafe !rest.isEmpty {
      let known = end(from: place)
      if known > place {
        let part = Int(min(known -| place, Int64(rest.count)))
        unsafe rest = unsafe UnsafeRawBufferPointer(rebasing: rest[part...])
        place +|= Int64(part)
        continue
      }
      let gap = start(after: place).map { $0 -| place } ?? .max
      let part = unsafe UnsafeRawBufferPointer(rebasing: rest[..<Int(min(gap, Int64(rest.count)))])
      let written = unsafe append(part, at: place)
      unsafe rest = unsafe UnsafeRawBufferPointer(rebasing: rest[written...])
      place +|= Int64(written)
    }
  }

  /// Stores bytes where there are none, and returns how many fit in an extent.
  private mutating func append(_ bytes: UnsafeRawBufferPointer, at position: Int64) -> Int {
    let index = firstIndex(endingAfter: position)
    let before = index - 1
    if before >= 0, extents[before].end == position,
      case let room = Self.extentSize - extents[before].bytes.count, room > 0
    {
      let part = unsafe bytes.prefix(room)
      count -= extents[before].cost
      unsafe extents[before].bytes.append(contentsOf: part)
      extents[before].used = uses
      count += extents[before].cost
      return unsafe part.count
    }
    let part = unsafe bytes.prefix(Self.extentSize)
    var extent = Extent(start: position, bytes: [], used: uses)
    unsafe extent.bytes.append(contentsOf: part)
    extents.insert(extent, at: index)
    count += extent.cost
    return unsafe part.count
  }

  /// Evicts the least recently used extents down to `limit` bytes, except for those that follow
  /// `position` without a gap.
  mutating func trim(to limit: Int, keeping position: Int64) {
    // bound: the end is after the beginning
    let ahead = position..<max(position.saturatingAdd(1), end(from: position))
    while count > limit {
      let spare = extents.indices.filter {
        extents[$0].end <= ahead.lowerBound || extents[$0].start >= ahead.upperBound
      }
      guard let oldest = spare.min(by: { extents[$0].used < extents[$1].used }) else { return }
      count -= extents.remove(at: oldest).cost
    }
  }

  private func firstIndex(endingAfter position: Int64) -> Int {
    var (low, high) = (0, extents.count)
    while low < high {
      let middle = (low + high) / 2
      if extents[middle].end > position { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

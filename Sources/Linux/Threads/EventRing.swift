import CVitrineLinux
import Synchronization
package import VitrineTiming

/// The latest events of a program, in memory of a fixed size. Thread-safe.
///
/// Recording needs no lock, allocates nothing, and costs a few stores. A record that is written during a snapshot is
/// left out of it.
@safe package final class EventRing: @unchecked Sendable {
  // @unchecked because of the pointer: its memory lives as long as this, and all accesses are atomic.
  // Records of four words: a tag, the time, and two values. The tag has the record's number in its upper half, 0 while
  // the record is written, then the kind and the source.
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  private let next = Atomic<UInt32>(0)
  /// A power of two.
  private let capacity: Int

  /// The size of a record in a snapshot.
  package static let recordSize = 32

  /// Keeps the latest `1 << logarithm` events.
  package init(logarithm: Int) {
    precondition((1...20).contains(logarithm), "a ring of this size")
    capacity = 1 << logarithm
    unsafe words = .allocate(capacity: capacity * 4)
    for index in 0..<capacity * 4 { unsafe (words + index).initialize(to: Atomic(0)) }
  }

  deinit {
    unsafe words.deinitialize(count: capacity * 4)
    unsafe words.deallocate()
  }

  package func record(
    kind: UInt16, source: UInt16 = 0, _ first: UInt64 = 0, _ second: UInt64 = 0, at time: HostTime
  ) {
    let number = next.wrappingAdd(1, ordering: .relaxed).newValue
    let record = unsafe words + (Int(number) & (capacity - 1)) * 4
    unsafe record[0].store(0, ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    unsafe record[1].store(UInt64(bitPattern: time.nanoseconds), ordering: .relaxed)
    unsafe record[2].store(first, ordering: .relaxed)
    unsafe record[3].store(second, ordering: .relaxed)
    let tag = UInt64(number) << 32 | UInt64(kind) << 16 | UInt64(source)
    unsafe record[0].store(tag, ordering: .releasing)
  }

  /// Returns the records since a time, unsorted, each as four words in the machine's byte order.
  package func snapshot(since start: HostTime) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(capacity * Self.recordSize)
    for index in 0..<capacity {
      let record = unsafe words + index * 4
      let tag = unsafe record[0].load(ordering: .acquiring)
      let time = unsafe record[1].load(ordering: .relaxed)
      let first = unsafe record[2].load(ordering: .relaxed)
      let second = unsafe record[3].load(ordering: .relaxed)
      atomicMemoryFence(ordering: .acquiring)
      guard tag >> 32 != 0, unsafe record[0].load(ordering: .relaxed) == tag,
        Int64(bitPattern: time) >= start.nanoseconds
      else { continue }
      unsafe withUnsafeBytes(of: (tag, time, first, second)) { unsafe bytes += $0 }
    }
    return bytes
  }

  /// Records a crash of this process to a new file at `path`, with these events; an existing file stays as it is. `kind`
  /// identifies the record. Call it once. Returns false if the path is too long.
  package func recordCrashes(to path: String, program: String, kind: UInt32) -> Bool {
    // The handler may run at any time from now on.
    _ = unsafe Unmanaged.passRetained(self)
    vitrine_use_crash_stack()
    return unsafe vitrine_record_crashes(
      path, program, kind, words, capacity * Self.recordSize) == 0
  }

  /// Sets the text of a crash record, such as the item on screen.
  package static func describeCrash(_ text: String) { unsafe vitrine_describe_crash(text) }
}

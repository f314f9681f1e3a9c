import CVitrineLinux
import Glibc
import Synchronization
import VitrineTiming

/// The times that one thread has waited for locks of `BoundedQueue` and `Shared`. Thread-safe.
///
/// Measured for the realtime threads if `VITRINE_LOCK_WAITS` is set: otherwise taking a lock costs
/// only one additional check of a constant.
@safe package final class LockWaits: Sendable {
  /// The name of the thread.
  package let name: String
  private let counts = Mutex(Counts())

  private struct Counts {
    /// In eighths of an octave of nanoseconds.
    var bins = [Int](repeating: 0, count: 8 * 64)
    var count = 0
    var most = Duration.zero
  }

  /// The results for one thread.
  package struct Figures: Sendable {
    package let thread: String
    /// The number of locks taken, with and without waiting.
    package let count: Int
    /// The 99.99th percentile, with an error of up to an eighth.
    package let p9999: Duration
    package let most: Duration
  }

  package static let isMeasured = unsafe getenv("VITRINE_LOCK_WAITS") != nil
  private static let every = Mutex<[LockWaits]>([])

  private init(_ name: String) {
    self.name = name
  }

  /// Measures the calling thread from now on, under this name.
  static func measureThisThread(_ name: String) {
    guard isMeasured else { return }
    let waits = LockWaits(name)
    // The list retains it for the rest of the process.
    unsafe vitrine_set_thread_record(Unmanaged.passUnretained(waits).toOpaque())
    every.withLock { $0.append(waits) }
  }

  /// The record of the calling thread; nil if it is not measured.
  static var ofThisThread: LockWaits? {
    guard isMeasured, let record = unsafe vitrine_thread_record() else { return nil }
    return unsafe Unmanaged<LockWaits>.fromOpaque(record).takeUnretainedValue()
  }

  /// The results so far of each thread, in order of their starts.
  package static var figures: [Figures] {
    every.withLock { $0 }.map(\.figures)
  }

  /// Records that a lock was taken after this wait.
  func record(_ wait: Duration) {
    counts.withLock { counts in
      counts.bins[Self.bin(wait.nanoseconds)] += 1
      counts.count += 1
      counts.most = max(counts.most, wait)
    }
  }

  private var figures: Figures {
    let counts = counts.withLock { $0 }
    let needed = counts.count - counts.count / 10_000
    var seen = 0
    let bin = counts.bins.firstIndex { number in
      seen += number
      return seen >= needed
    }
    return Figures(
      thread: name, count: counts.count,
      p9999: min(.nanoseconds(Self.end(of: bin ?? 0)), counts.most), most: counts.most)
  }

  /// Returns the bin: the three bits below the highest one select the eighth of an octave.
  private static func bin(_ nanoseconds: Int64) -> Int {
    guard nanoseconds >= 8 else { return max(Int(nanoseconds), 0) }
    let octave = 63 - nanoseconds.leadingZeroBitCount
    return (octave - 2) * 8 + Int(nanoseconds >> (octave - 3)) & 7
  }

  /// Returns the longest wait in a bin.
  private static func end(of bin: Int) -> Int64 {
    guard bin >= 8 else { return Int64(bin) }
    let octave = bin / 8 + 2
    return (Int64(8 + bin % 8 + 1) << (octave - 3)) - 1
  }
}

internal import CVitrineLinux
internal import Synchronization

/// A virtual thread that other threads execute, one at a time. A thread-bound value that is used
/// only in `play` belongs to it, whichever thread executes it. Thread-safe.
///
/// For work that does not block and is called from tasks, which move between threads.
package final class VirtualThread: Sendable {
  private static let last = Atomic<UInt>(0)

  private let turn = Shared(())
  private let part: UInt

  /// Creates a virtual thread.
  package init() {
    // Real threads have even numbers: they are addresses.
    part = Self.last.wrappingAdd(1, ordering: .relaxed).newValue << 1 | 1
  }

  /// Executes `body` as this thread, after other executions have finished. Must not be nested.
  package func play<Result: Sendable>(_ body: () -> Result) -> Result {
    turn.update { _ in
      let before = vitrine_thread_part()
      vitrine_set_thread_part(part)
      defer { vitrine_set_thread_part(before) }
      return body()
    }
  }
}

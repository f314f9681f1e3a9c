internal import CVitrineLinux
internal import Synchronization

/// A thread that there is none of: other threads play it, one at a time. What is bound to a thread, and used
/// within `play` alone, then belongs to it, whichever thread that is at the moment. Thread-safe.
///
/// For what waits for nothing and is called from tasks, which go from thread to thread.
public final class PlayedThread: Sendable {
  private static let last = Atomic<UInt>(0)

  private let turn = Shared(())
  private let part: UInt

  /// Another one.
  public init() {
    // No thread's own number is odd: those are addresses.
    part = Self.last.wrappingAdd(1, ordering: .relaxed).newValue << 1 | 1
  }

  /// Does this as that thread, once others that play it have finished. Not from within `play` of the same.
  public func play<Result: Sendable>(_ body: () -> Result) -> Result {
    turn.update { _ in
      let before = vitrine_thread_part()
      vitrine_set_thread_part(part)
      defer { vitrine_set_thread_part(before) }
      return body()
    }
  }
}

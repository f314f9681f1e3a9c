import CVitrineLinux
import Glibc
import Synchronization

/// A check that a thread-bound value is used by one thread only.
///
/// A thread-bound type has one, and its entry points call `check`. The first thread to do so owns
/// the value, so that a value may be created on one thread and moved to another before its first
/// use. For a later move, call `release`. Threads that take turns, as in tests, use a
/// `VirtualThread`.
///
/// Active in debug builds, and so in all pure tests. In other builds `check` only tests a constant,
/// unless `VITRINE_THREAD_CHECKS` is set: with it, tests on devices run the program that is
/// shipped.
package struct ThreadBinding: ~Copyable, Sendable {
  /// Zero before the first use.
  private let owner = Atomic<pthread_t>(0)

  #if DEBUG
    package static let isChecked = true
  #else
    package static let isChecked = unsafe getenv("VITRINE_THREAD_CHECKS") != nil
  #endif

  package init() {}

  /// Stops the program if the caller is not the owner. This is a bug that would corrupt memory.
  package func check(_ file: StaticString = #fileID, line: UInt = #line) {
    guard Self.isChecked else { return }
    let part = vitrine_thread_part()
    let caller = part == 0 ? pthread_self() : part
    let (isFirst, owner) = owner.compareExchange(
      expected: 0, desired: caller, ordering: .relaxed)
    guard isFirst || owner == caller else { Self.stop(file, line) }
  }

  /// Lets the next thread own the value. Called by the owner, or by a thread that has joined the
  /// owner.
  package func release() { owner.store(0, ordering: .relaxed) }

  private static func stop(_ file: StaticString, _ line: UInt) -> Never {
    var name = [CChar](repeating: 0, count: 16)
    unsafe vitrine_read_thread_name(&name)
    let thread = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    // Continuing would corrupt the value; the bug is in the caller.
    fatalError("used on the thread \(thread), which does not own it", file: file, line: line)
  }
}

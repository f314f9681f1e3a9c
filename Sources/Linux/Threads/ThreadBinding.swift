import CVitrineLinux
import Glibc
import Synchronization

/// Which thread a thread-bound value belongs to: its part of the claim, checked.
///
/// A thread-bound type has one, and its entry points call `check`. The first thread that does owns
/// the value: so what is made on one thread and moved to another before its first use needs nothing
/// more. Where a value goes to another thread later, `release` is called at that place. Threads that take
/// turns, as a test's do, play one `PlayedThread`.
///
/// Checked in debug builds, and with them in all pure tests. In other builds `check` is a look at a
/// constant, unless the environment has `VITRINE_THREAD_CHECKS`: with it the tests on devices run
/// the very program that is shipped.
public struct ThreadBinding: ~Copyable, Sendable {
  /// Zero before the first use.
  private let owner = Atomic<pthread_t>(0)

  #if DEBUG
    public static let isChecked = true
  #else
    public static let isChecked = unsafe getenv("VITRINE_THREAD_CHECKS") != nil
  #endif

  public init() {}

  /// Stops the program where another thread than the owner calls it: that is a fault of the
  /// program, and goes on as damage elsewhere.
  public func check(_ file: StaticString = #fileID, line: UInt = #line) {
    guard Self.isChecked else { return }
    let part = vitrine_thread_part()
    let caller = part == 0 ? pthread_self() : part
    let (isFirst, owner) = owner.compareExchange(
      expected: 0, desired: caller, ordering: .relaxed)
    guard isFirst || owner == caller else { Self.stop(file, line) }
  }

  /// The next thread that uses the value owns it. The owner calls this, or the thread that ends the
  /// owner and has joined it.
  public func release() { owner.store(0, ordering: .relaxed) }

  private static func stop(_ file: StaticString, _ line: UInt) -> Never {
    var name = [CChar](repeating: 0, count: 16)
    unsafe vitrine_read_thread_name(&name)
    let thread = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    // Going on would damage what two threads use at once; where it is used is the fault to cure.
    fatalError("used by the thread \(thread), to which it does not belong", file: file, line: line)
  }
}

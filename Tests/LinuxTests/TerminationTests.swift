import Glibc
import Testing
import VitrineLinux
import VitrineTiming

/// Termination signals, with several handlers that act first.
@Suite(.serialized)
struct TerminationTests {
  private typealias Handler = @convention(c) (CInt) -> Void

  private func handler() -> UInt {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
  }

  /// To this thread, where an earlier test may have blocked it.
  private func hangUp() {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGHUP)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(SIGHUP)
  }

  @Test("Each handler is called once, and then the previous action applies again")
  func told() throws {
    // A handler that ends no process if the signal gets through.
    let own: Handler = { _ in }
    let found = signal(SIGHUP, own)
    defer { signal(SIGHUP, found) }
    let before = handler()
    let told = [BoundedQueue<Void>(limit: 9), BoundedQueue<Void>(limit: 9)]
    let waiting = try told.map { queue in try #require(Termination { queue.force(()) }) }
    #expect(handler() != before)
    hangUp()
    for queue in told { #expect(queue.pop(until: .now() + .seconds(30)) != nil) }
    #expect(handler() == before)
    hangUp()
    for one in waiting { one.close() }
    #expect(told.allSatisfy { $0.tryPop() == nil } && handler() == before)
  }

  @Test("A closed handler is not called")
  func closed() throws {
    let own: Handler = { _ in }
    let found = signal(SIGHUP, own)
    defer { signal(SIGHUP, found) }
    let before = handler()
    let told = BoundedQueue<Void>(limit: 9)
    try #require(Termination { told.force(()) }).close()
    hangUp()
    #expect(told.tryPop() == nil && handler() == before)
  }
}

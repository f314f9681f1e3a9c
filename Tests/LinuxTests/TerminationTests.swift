import Glibc
import Testing
import VitrineLinux
import VitrineTiming

/// Signals that ask a process to end, for several who want to do something first.
@Suite(.serialized)
struct TerminationTests {
  private typealias Handler = @convention(c) (CInt) -> Void

  private func handler() -> UInt {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
  }

  /// To this thread, which a test before may have left deaf.
  private func hangUp() {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGHUP)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(SIGHUP)
  }

  @Test("each is told once, and what the signal did before it does again, for the second as well")
  func told() throws {
    // What ends no process, should the signal come through.
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

  @Test("who has closed it is not told")
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

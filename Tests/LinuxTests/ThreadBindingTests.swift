import Testing
import VitrineLinux

@Suite("Values bound to one thread")
struct ThreadBindingTests {
  private final class Bound: Sendable {
    let binding = ThreadBinding()
    func use() { binding.check() }
    func handOver() { binding.release() }
  }

  private static func run(_ body: @escaping @Sendable () -> Void) throws {
    try NamedThread("another") { body() }.join()
  }

  @Test("The checks are enabled in the pure tests")
  func isOn() {
    #expect(ThreadBinding.isChecked)
  }

  @Test("A call from a wrong thread ends the program")
  func wrongThread() async {
    await #expect(processExitsWith: .failure) {
      let bound = Bound()
      bound.use()
      try Self.run { bound.use() }
    }
  }

  @Test("The first thread to use a value owns it, wherever it was created")
  func firstUse() async throws {
    let bound = Bound()
    try Self.run {
      bound.use()
      bound.use()
    }
    await #expect(processExitsWith: .success) {
      let bound = Bound()
      try Self.run { bound.use() }
    }
  }

  @Test("Threads that act as one count as one, and no others do")
  func played() async throws {
    let (thread, bound) = (VirtualThread(), Bound())
    thread.play { bound.use() }
    try Self.run { thread.play { bound.use() } }
    await #expect(processExitsWith: .failure) {
      let (thread, bound) = (VirtualThread(), Bound())
      thread.play { bound.use() }
      bound.use()
    }
  }

  @Test("A transferred value belongs only to the next thread")
  func handOver() async throws {
    let bound = Bound()
    bound.use()
    bound.handOver()
    try Self.run { bound.use() }
    await #expect(processExitsWith: .failure) {
      let bound = Bound()
      bound.use()
      bound.handOver()
      try Self.run { bound.use() }
      bound.use()
    }
  }

  @Test("An event loop is waited on by one thread")
  func eventLoop() async {
    await #expect(processExitsWith: .failure) {
      final class Owner: Sendable { let loop = try? EventLoop() }
      let (owner, bell) = (Owner(), try Wakeup())
      bell.ring()
      try owner.loop?.add(bell.descriptor, token: 1)
      try owner.loop?.wait { (_: UInt64) in }
      try Self.run { try? owner.loop?.wait { (_: UInt64) in } }
    }
  }
}

import Testing

@testable import VitrineOperations

@Suite("How earlier runs of the service ended")
struct ServiceExitsTests {
  @Test(
    "The last line is the cause of the last restart",
    arguments: [
      ("", 0, nil), ("success exited 0\n", 1, "success (exited, 0)"),
      ("exit-code exited 1\nwatchdog killed ABRT\n", 2, "watchdog (killed, ABRT)"),
      // The machine lost power while the line was written.
      ("signal killed SEGV\noom-k", 2, "oom-k"), ("timeout\n", 1, "timeout"),
    ] as [(String, Int, String?)])
  func table(_ lines: String, _ count: Int, _ last: String?) {
    let exits = ServiceExits(lines: lines)
    #expect(exits.count == count && exits.last == last)
  }

  @Test("Without a service there are none")
  func noService() {
    #expect(ServiceExits(runtime: nil) == nil)
    #expect(ServiceExits(runtime: "/nowhere")?.count == 0)
  }
}

import Control
import Linux
import Testing

@testable import Daemon

@Suite(.timeLimit(.minutes(1)))
struct RetriedListeningTests {
  @Test("a socket that is refused is tried again until the end")
  func again() {
    let attempts = BoundedQueue<Bool>(limit: .max)
    let retried = RetriedListening(
      [
        {
          attempts.push(true)
          return .failure(.taken(path: "/s"))
        }
      ], pause: .milliseconds(1), found: { _ in Issue.record("none was found") })
    for _ in 0..<3 { #expect(attempts.pop() == true) }
    retried.close()
  }
}

import Testing
import VitrineControl
import VitrineLinux

@testable import VitrineDaemon

@Suite(.timeLimit(.minutes(1)))
struct ListenRetryTests {
  @Test("A failed socket is retried until the end, and each cause is reported once")
  func again() {
    let attempts = BoundedQueue<Bool>(limit: .max)
    let news = BoundedQueue<String>(limit: .max)
    let answers = Shared([ControlError.taken(path: "/s"), .failed(path: "/s", .noEntry)])
    let failed = ListenRetry.Attempt(reason: .taken(path: "/s")) {
      () throws(ControlError) in
      attempts.push(true)
      throw answers.update { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }
    let retried = ListenRetry([failed], pause: .milliseconds(1)) { result in
      switch result {
      case .success: Issue.record("listening succeeded")
      case .failure(let error): news.push(error.description)
      }
    }
    for _ in 0..<4 { #expect(attempts.pop() == true) }
    retried.close()
    news.close()
    let told = [ControlError.taken(path: "/s"), .failed(path: "/s", .noEntry)]
    for error in told { #expect(news.pop() == error.description) }
    #expect(news.pop() == nil)
  }
}

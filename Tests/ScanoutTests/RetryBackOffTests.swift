import Testing

@testable import VitrineScanout

/// The delay before a failing display is retried.
struct RetryBackOffTests {
  @Test("The delay grows up to ten seconds")
  func slower() {
    var retries = RetryBackOff()
    let waits = (0..<8).map { _ in retries.failed() }
    #expect(
      waits
        == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8)]
        + [Duration](repeating: .seconds(10), count: 3))
    #expect(retries.failures == 8)
  }

  @Test("A picture on screen resets the delay")
  func anew() {
    var retries = RetryBackOff()
    for _ in 0..<5 { _ = retries.failed() }
    retries.flipped()
    #expect(retries.failed() == .milliseconds(500) && retries.failures == 1)
  }

  @Test("The delay stays at its maximum after a million failures")
  func months() {
    var retries = RetryBackOff()
    for _ in 0..<1_000_000 { _ = retries.failed() }
    #expect(retries.failed() == .seconds(10))
  }
}

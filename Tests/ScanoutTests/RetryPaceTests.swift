import Testing

@testable import Scanout

/// How long a display that fails is waited for.
struct RetryPaceTests {
  @Test("ever longer up to ten seconds, and from the second time on with the device opened anew")
  func slower() {
    var retries = RetryPace()
    var waits: [(Duration, Bool)] = []
    for _ in 0..<8 { waits.append((retries.failed(), retries.isDeviceSuspect)) }
    #expect(
      waits.map(\.0)
        == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8)]
        + [Duration](repeating: .seconds(10), count: 3))
    #expect(waits.map(\.1) == [false] + [Bool](repeating: true, count: 7))
  }

  @Test("a picture that came on screen begins anew")
  func anew() {
    var retries = RetryPace()
    for _ in 0..<5 { _ = retries.failed() }
    retries.flipped()
    #expect(retries.failed() == .milliseconds(500) && !retries.isDeviceSuspect)
  }

  @Test("months of failures count no further than they matter")
  func months() {
    var retries = RetryPace()
    for _ in 0..<1_000_000 { _ = retries.failed() }
    #expect(retries.failed() == .seconds(10))
  }
}

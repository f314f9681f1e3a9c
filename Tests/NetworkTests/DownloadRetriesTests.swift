import Testing
import VitrineTiming

@testable import VitrineNetwork

/// The failures of a file's transfers.
struct DownloadRetriesTests {
  private let cut = NetworkError.cut("tv.example")

  @Test("Pauses grow until there is progress")
  func pauses() {
    var retries = DownloadRetries()
    #expect(retries.pause == nil && retries.trouble == nil)
    var pauses: [Duration?] = []
    for _ in 0..<3 {
      retries.fail(cut, chance: 1)
      pauses.append(retries.pause)
      retries.begin()
    }
    #expect(pauses == [.milliseconds(500), .seconds(1), .seconds(2)])
    #expect(retries.pause == nil && retries.trouble == cut)
    retries.recordProgress(to: 1, gain: 1)
    #expect(retries.trouble == nil)
    retries.fail(cut, chance: 1)
    #expect(retries.pause == .milliseconds(500))
  }

  @Test("A server that always stops at the same byte has no more data")
  func stops() {
    var retries = DownloadRetries()
    for _ in 0..<30 {
      let failure = retries.recordEarlyEnd(before: 100, cut, chance: 0)
      #expect(failure == nil)
      // Receiving the same bytes again is not progress.
      retries.recordProgress(to: 100, gain: 50)
    }
    let failure = retries.recordEarlyEnd(before: 100, cut, chance: 0)
    #expect(failure == .invalidResponse("the server always stops before byte 101"))
  }

  @Test("Progress beyond the last stop resets the count")
  func progress() {
    var retries = DownloadRetries()
    for place in 0..<100 {
      let failure = retries.recordEarlyEnd(before: Int64(place), cut, chance: 0)
      #expect(failure == nil)
      retries.recordProgress(to: Int64(place) + 1, gain: 1)
    }
  }

  @Test("Repeated responses with little data delay the next request")
  func poorResponses() {
    var retries = DownloadRetries()
    for _ in 0..<3 { retries.recordResponse(gain: 100, cut, chance: 1) }
    #expect(retries.pause == nil)
    retries.recordResponse(gain: 100, cut, chance: 1)
    #expect(retries.pause != nil)
    retries.begin()
    retries.recordProgress(to: 1 << 20, gain: 1 << 20)
    retries.recordResponse(gain: 100, cut, chance: 1)
    #expect(retries.pause == nil)
  }
}

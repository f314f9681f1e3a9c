import Testing
import VitrineTiming

@testable import VitrinePlayback

/// A source that arrives more slowly than it plays.
struct SlowConnectionTests {
  private static func arrival(
    received: Int64, needed: Double = 4.2e6, lead: MediaTime = .zero, networkError: String? = nil
  ) -> Arrival {
    var arrival = Arrival(
      lead: .init(time: lead, bytes: 0, isFull: false), isAwaited: true, networkError: networkError)
    arrival.flow = .init(needed: needed, received: received)
    return arrival
  }

  private static let silences: [[Arrival?]] = [
    (0..<6).map { Self.arrival(received: $0 * 600_000) },
    (0..<6).map { (_: Int64) in Self.arrival(received: 500_000) },
    (0..<6).map { Self.arrival(received: $0 * 10_000, networkError: "refused") },
    [nil, nil, nil, nil, nil, nil],
  ]

  private static let start = HostTime(nanoseconds: 1_000_000_000)

  /// The reports of one check per second, for the arrivals so far.
  private func messages(_ arrivals: [Arrival?], run: Run = Run(1)) -> [String?] {
    var line = SlowConnection()
    return arrivals.enumerated().map { index, arrival in
      line.check(arrival, of: run, now: Self.start + .seconds(index))
    }
  }

  @Test("The required and actual rates are reported after a wait and stay as reported")
  func reported() {
    let bytes: [Int64] = [500_000, 600_000, 700_000, 912_500, 1_000_000, 3_000_000]
    let words = "too slow: needs 4.2 Mbit/s, gets 1.1"
    #expect(
      messages(bytes.map { Self.arrival(received: $0) }) == [nil, nil, nil, words, words, words])
  }

  @Test("Rates below one are reported with two decimals")
  func slowest() {
    let all = (0..<4).map { Self.arrival(received: Int64($0) * 10_000, needed: 400_000) }
    #expect(messages(all).last == "too slow: needs 0.4 Mbit/s, gets 0.08")
  }

  @Test(
    "A connection that is fast, silent, failed or not awaited is not reported",
    arguments: silences)
  func silent(arrivals: [Arrival?]) { #expect(messages(arrivals).allSatisfy { $0 == nil }) }

  @Test("Each wait and each item counts separately")
  func waits() {
    var line = SlowConnection()
    for second in 0..<4 {
      _ = line.check(
        Self.arrival(received: Int64(second) * 1000), of: Run(1), now: Self.start + .seconds(second)
      )
    }
    var full = Self.arrival(received: 4000, lead: MediaTime(3, 1))
    full.isAwaited = false
    #expect(line.check(full, of: Run(1), now: Self.start + .seconds(5)) == nil)
    let again = Self.arrival(received: 5000)
    #expect(line.check(again, of: Run(1), now: Self.start + .seconds(6)) == nil)
    #expect(line.check(again, of: Run(2), now: Self.start + .seconds(10)) == nil)
  }
}

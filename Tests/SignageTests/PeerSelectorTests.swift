import Testing
import VitrineAddresses
import VitrineCryptography
import VitrineNetwork
import VitrineTiming

@testable import VitrineSignage

/// The choice of a peer for a file, and its timeouts.
struct PeerSelectorTests {
  private func at(_ seconds: Int64) -> HostTime { HostTime(nanoseconds: seconds * 1_000_000_000) }

  private func peers(_ count: Int) throws -> [RemoteURL] {
    try (0..<count).map { try RemoteURL("http://10.0.0.\($0 + 1):8083") }
  }

  private let film = Digest(of: "film")

  @Test("Every peer is queried, and the first one depends on the file")
  func order() throws {
    let urls = try peers(3)
    let choice = PeerSelector(urls + urls)
    let firsts = Set(
      (0..<50).compactMap { choice.order(for: Digest(of: "\($0)"), at: at(0)).first })
    #expect(firsts == Set(urls))
    for name in ["a", "b", "c"] {
      #expect(Set(choice.order(for: Digest(of: name), at: at(0))) == Set(urls))
    }
    #expect(PeerSelector([]).order(for: film, at: at(0)) == [])
  }

  @Test(
    "Each outcome has its own back-off",
    arguments: [
      ([.verified], 0), ([.notFound], 0), (Array(repeating: .notFound, count: 15), 0),
      (Array(repeating: .notFound, count: 16), 30), ([.busy], 5), ([.failed], 30),
      ([.failed, .failed], 60), ([.failed, .failed, .failed], 120),
      (Array(repeating: .failed, count: 100), 600), ([.failed, .failed, .verified, .failed], 30),
      ([.suspect], 600), ([.corrupt], 3600), ([.corrupt, .corrupt], 3600),
      ([.failed, .verified], 0),
      (Array(repeating: .notFound, count: 15) + [.verified, .notFound], 0),
    ] as [([PeerSelector.Outcome], Int64)])
  func rests(outcomes: [PeerSelector.Outcome], rest: Int64) throws {
    let urls = try peers(2)
    var choice = PeerSelector(urls)
    for outcome in outcomes { _ = choice.record(outcome, of: urls[0], at: at(1000)) }
    if rest > 0 {
      #expect(choice.order(for: film, at: at(1000)) == [urls[1]])
      #expect(choice.order(for: film, at: at(1000 + rest - 1)) == [urls[1]])
    }
    #expect(choice.order(for: film, at: at(1000 + rest)).count == 2)
  }

  @Test("A peer that sends wrong data is reported once until it sends correct data")
  func lies() throws {
    let urls = try peers(1)
    var choice = PeerSelector(urls)
    let told =
      ([.corrupt, .failed, .corrupt, .suspect, .verified, .corrupt] as [PeerSelector.Outcome]).map {
        choice.record($0, of: urls[0], at: at(0))
      }
    #expect(told == [true, false, false, false, false, true])
    #expect(try !choice.record(.corrupt, of: RemoteURL("http://10.9.9.9"), at: at(0)))
  }

  @Test(
    "A failed response determines its peer's outcome",
    arguments: [
      (.status(404, "a"), .notFound), (.status(410, "a"), .notFound), (.status(503, "a"), .busy),
      (.status(429, "a"), .busy), (.status(500, "a"), .failed), (.status(403, "a"), .failed),
      (.refused("a"), .failed), (.timedOut(.connecting, "a"), .failed), (.cut("a"), .failed),
      (.timedOut(.bytes, "a"), .failed), (.invalidResponse("a"), .failed),
      (.redirect("a"), .failed),
    ] as [(NetworkError, PeerSelector.Outcome)])
  func answers(error: NetworkError, outcome: PeerSelector.Outcome) {
    #expect(PeerSelector.Outcome(error, hasSent: true) == outcome)
    // It has no room for one more.
    #expect(PeerSelector.Outcome(.cut("a"), hasSent: false) == .busy)
  }

  @Test("Too little data within the wait fails; data that is not awaited does not count")
  func patience() {
    var patience = MinimumThroughput(least: 1000, within: .seconds(5))
    let rows: [(Int, Duration, Bool)] = [
      (0, .seconds(4), false), (1000, .seconds(1), false), (0, .zero, false),
      (999, .milliseconds(4999), false), (0, .milliseconds(1), true),
      (1 << 30, .zero, false), (0, .seconds(5), false), (0, .seconds(5), true),
    ]
    for (count, pause, isOver) in rows {
      #expect(patience.isMissed(after: count, in: pause) == isOver, "\(count) after \(pause)")
    }
    var server = MinimumThroughput.server
    #expect(server.isMissed(after: 0, in: .seconds(59)) == false)
    #expect(server.isMissed(after: 0, in: .seconds(1)) == true)
  }
}

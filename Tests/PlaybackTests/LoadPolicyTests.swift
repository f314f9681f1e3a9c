import Testing
import VitrinePlayback
import VitrineTiming

/// A decoder with a cost per frame that follows the policy.
private struct SlowDecoder {
  var policy = LoadPolicy()
  /// The cost of a frame in milliseconds, by effort; a key frame comes every `group` frames.
  var cost = 20.0
  var group = 50
  private(set) var now = 0.0
  private(set) var frame = 0
  private(set) var efforts: [DecodeEffort] = [.full]
  /// The lateness and time of each shown frame.
  private(set) var shown: [(at: Double, lateness: Double)] = []

  private static let interval = 20.0
  /// Decoders run this far ahead of the clock, then wait for room.
  private static let lead = 80.0

  private func isLeftOut(_ effort: DecodeEffort) -> Bool {
    switch effort {
    case .full, .withoutLoopFilter: false
    case .referencesOnly, .groupBeginnings: frame % 3 != 0
    }
  }

  /// Blocks the decoder.
  mutating func stand(for time: Double) { now += time }

  /// Decodes until the clock shows `end`, in milliseconds.
  mutating func run(to end: Double) {
    while now < end {
      defer { frame += 1 }
      let due = Double(frame) * Self.interval
      let admission = policy.admit(
        isKey: frame % group == 0, pts: MediaTime(Int64(due), 1000),
        lateness: .microseconds(Int64((now - due) * 1000)))
      let isLeftOut = isLeftOut(policy.effort) && frame % group != 0
      if admission == .leaveOut || isLeftOut { continue }
      now = max(now, due - Self.lead)
      now += policy.effort == .full ? cost : cost * 0.8
      let lateness = Duration.microseconds(Int64((now - due) * 1000))
      let time = HostTime(nanoseconds: Int64(now * 1e6))
      policy.record(lateness: lateness, of: MediaTime(Int64(due), 1000), now: time)
      if policy.effort != efforts.last { efforts.append(policy.effort) }
      if policy.shows(lateness: lateness, now: time) { shown.append((now, now - due)) }
    }
  }
}

@Suite("Frame skipping under load")
struct LoadPolicyTests {
  @Test("A machine that keeps up decodes everything, even after hitches")
  func enough() {
    var decoder = SlowDecoder()
    decoder.cost = 19
    decoder.run(to: 60_000)
    #expect(decoder.efforts == [.full])
    var policy = LoadPolicy()
    for tick in 0..<1000 {
      let lateness: Duration = tick % 100 < 10 ? .milliseconds(500) : .milliseconds(-50)
      policy.record(
        lateness: lateness, of: MediaTime(Int64(tick), 50),
        now: HostTime(nanoseconds: Int64(tick) * 20_000_000))
    }
    #expect(policy.effort == .full && policy.need == nil)
  }

  @Test("Skipping the loop filter cures a small overload")
  func little() {
    var decoder = SlowDecoder()
    decoder.cost = 23
    decoder.run(to: 20_000)
    #expect(decoder.efforts.prefix(2) == [.full, .withoutLoopFilter])
    #expect(!decoder.efforts.contains(.referencesOnly))
    #expect(abs((decoder.policy.need ?? 0) - 1.15) < 0.05)
  }

  @Test("At twice the capacity, non-reference frames are skipped")
  func twice() {
    var decoder = SlowDecoder()
    decoder.cost = 46
    decoder.run(to: 20_000)
    #expect(decoder.efforts.contains(.referencesOnly))
    #expect(abs((decoder.policy.need ?? 0) - 2.3) < 0.1 && decoder.policy.isLasting)
    // A failed attempt at more makes one frame in half a second late.
    let shown = decoder.shown
    let late = shown.indices.dropFirst().filter { shown[$0].at > 5000 && shown[$0].lateness > 100 }
    #expect(late.count <= 5 && late.allSatisfy { shown[$0].at - shown[$0 - 1].at > 500 })
    #expect(decoder.shown.filter { $0.at > 5000 }.count > 150)
  }

  @Test("A slow start or an occasional delay is not reported")
  func slowStart() {
    var decoder = SlowDecoder()
    decoder.cost = 60
    decoder.run(to: 1500)
    for round in 1...3 {
      decoder.cost = 10
      decoder.run(to: Double(round) * 20_000)
      #expect(decoder.policy.effort == .full && !decoder.policy.isLasting, "\(round)")
      decoder.cost = 60
      decoder.run(to: Double(round) * 20_000 + 1000)
    }
    #expect(decoder.efforts.count > 1, "the hitches were detected")
    decoder.run(to: 70_000)
    #expect(decoder.policy.isLasting)
  }

  @Test("At ten times the capacity, only key frames and timely frames after them remain")
  func tenfold() {
    var decoder = SlowDecoder()
    decoder.cost = 200
    decoder.run(to: 60_000)
    #expect(decoder.policy.effort == .groupBeginnings)
    let late = decoder.shown.filter { $0.at > 10_000 && $0.lateness > 100 }
    #expect(late.count <= 3, "\(late)")
    #expect(decoder.shown.count { $0.at > 10_000 } >= 35)
    // Attempts at more become rare.
    #expect(decoder.efforts.count { $0 == .referencesOnly } <= 8, "\(decoder.efforts)")
  }

  @Test("With rare key frames, a slow start costs seconds of complete video, not a group")
  func rareKeys() {
    var decoder = SlowDecoder()
    (decoder.group, decoder.cost) = (500, 90)
    decoder.run(to: 2500)
    decoder.cost = 21
    decoder.run(to: 10_000)
    let times = decoder.shown.map(\.at)
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    #expect((gaps.max() ?? .infinity) < 1000, "\(gaps.max() ?? 0)")
    #expect(decoder.shown.count { $0.at > 6000 && $0.lateness <= 100 } > 60)
  }

  @Test("The start of a group with late frames is shown, on time")
  func beginnings() {
    var decoder = SlowDecoder()
    (decoder.group, decoder.cost) = (100, 100)
    decoder.run(to: 60_000)
    #expect(decoder.policy.effort == .groupBeginnings)
    let shown = decoder.shown.filter { $0.at > 10_000 }
    #expect(shown.count { $0.lateness > 100 } <= shown.count / 4, "\(shown.count)")
    #expect(shown.count > 50)
  }

  @Test("A stream of key frames alone loses some of them and stays on time")
  func intra() {
    var decoder = SlowDecoder()
    (decoder.group, decoder.cost) = (1, 60)
    decoder.run(to: 30_000)
    let shown = decoder.shown.filter { $0.at > 10_000 }
    #expect(shown.count > 200, "\(shown.count)")
    #expect(shown.count { $0.lateness > 100 } <= 20)
  }

  @Test("A decoder that was kept waiting catches up without a report about the machine")
  func keptWaiting() {
    for stall in [1000.0, 3000] {
      var decoder = SlowDecoder()
      decoder.cost = 7
      decoder.run(to: 5000)
      decoder.stand(for: stall)
      decoder.run(to: 20_000)
      #expect(decoder.efforts == [.full] && decoder.policy.need == nil, "\(stall)")
    }
  }

  @Test("A film without a known second key frame continues")
  func singleKey() {
    var decoder = SlowDecoder()
    (decoder.group, decoder.cost) = (1_000_000, 100)
    decoder.run(to: 30_000)
    #expect(decoder.policy.effort == .referencesOnly)
    #expect(decoder.shown.count { $0.at > 10_000 } > 30)
  }

  @Test("The policy does not wait for a negligible catch-up")
  func hardlyCatchingUp() {
    var decoder = SlowDecoder()
    (decoder.group, decoder.cost) = (50, 74)
    decoder.run(to: 40_000)
    let shown = decoder.shown.filter { $0.at > 20_000 }
    #expect(shown.count { $0.lateness <= 100 } > 150, "\(shown.count), \(decoder.efforts)")
  }

  @Test("Full decoding returns when the load ends", arguments: [23, 46, 200])
  func back(cost: Int) {
    var decoder = SlowDecoder()
    decoder.cost = Double(cost)
    decoder.run(to: 15_000)
    #expect(decoder.policy.effort > .full)
    decoder.cost = 8
    decoder.run(to: 15_000 + 3 * 60_000)
    #expect(decoder.policy.effort == .full)
  }

  @Test("Nothing is concluded while the clock is stopped")
  func halted() {
    var policy = LoadPolicy()
    for tick in 0..<200 {
      policy.record(
        lateness: tick % 10 == 0 ? nil : .milliseconds(400), of: MediaTime(Int64(tick), 50),
        now: HostTime(nanoseconds: Int64(tick) * 20_000_000))
    }
    #expect(policy.effort == .full)
  }

  @Test("The report is one sentence")
  func words() {
    #expect(
      LoadPolicy.sentence(height: 2160, frameDuration: MediaTime(1, 60), need: 2.31)
        == "2160p60 needs 2.3 times this machine's speed")
    #expect(
      LoadPolicy.sentence(height: 576, frameDuration: nil, need: 1)
        == "576p needs 1.1 times this machine's speed")
  }
}

import Testing
import VitrinePictures
import VitrinePlayback
import VitrineTiming

/// Selection of the next segment's rendition, by tables.
struct AdaptationTests {
  private static let ladder = [
    VariantPolicy.Variant(bandwidth: 800_000, width: 640, height: 360),
    VariantPolicy.Variant(bandwidth: 3_000_000, width: 1280, height: 720),
    VariantPolicy.Variant(bandwidth: 6_000_000, width: 1920, height: 1080),
    VariantPolicy.Variant(bandwidth: 15_000_000, width: 3840, height: 2160),
  ]

  /// A connection with this bandwidth in bits per second, measured for a while.
  private static func line(_ bits: Double) -> Throughput {
    var line = Throughput()
    for _ in 0..<10 { line.record(bytes: Int64(bits / 8 * 3), in: .seconds(3)) }
    return line
  }

  private func choice(
    _ line: Throughput, ahead: Int64, current: Int?,
    _ change: (inout VariantPolicy) -> Void = { _ in },
    excluded: [Int: HostTime] = [:]
  ) -> Int? {
    var policy = VariantPolicy()
    change(&policy)
    return policy.choice(
      of: Self.ladder,
      .init(
        throughput: line, ahead: MediaTime(ahead, 1), current: current, excluded: excluded,
        now: HostTime(nanoseconds: 1000)))
  }

  @Test(
    "Throughput selects the rendition; the buffer level decides whether it may change",
    arguments: [
      (10e6, 0, nil, 2), (10e6, 30, 0, 2), (10e6, 5, 0, 0), (30e6, 10, 2, 3),
      // The connection became slow: step down only once little is buffered.
      (1e6, 30, 2, 2), (1e6, 20, 2, 0), (1e6, 0, 3, 0), (5e6, 24, 3, 1),
      // Slower than every rendition: the cheapest.
      (0.1e6, 0, nil, 0), (4.2e6, 12, 1, 1),
    ] as [(Double, Int64, Int?, Int)])
  func throughput(bits: Double, ahead: Int64, current: Int?, wanted: Int) {
    #expect(choice(Self.line(bits), ahead: ahead, current: current) == wanted)
  }

  @Test(
    "On a nearly stalled connection, a full buffer is not spent on one large segment",
    arguments: [(2e6, 4, 3, 0), (2e6, 4, 2, 2), (2e6, 1, 3, 3), (0.5e6, 6, 2, 0), (0.5e6, 2, 1, 1)]
      as [(Double, Int64, Int, Int)])
  func stake(bits: Double, segment: Int64, current: Int, wanted: Int) {
    var situation = VariantPolicy.Situation(
      throughput: Self.line(bits), ahead: MediaTime(30, 1), current: current,
      now: HostTime(nanoseconds: 1000))
    situation.segment = MediaTime(segment, 1)
    #expect(VariantPolicy().choice(of: Self.ladder, situation) == wanted)
  }

  @Test(
    "A cached rendition is used if it is no worse, and always when offline",
    arguments: [
      (10e6, [3], false, .automatic, 3), (10e6, [2], false, .automatic, 2),
      (10e6, [0], false, .automatic, 2), (10e6, [0], true, .automatic, 0),
      (10e6, [0, 1], true, .automatic, 1), (10e6, [3], false, .lowest, 0),
      (10e6, [3], true, .lowest, 3), (10e6, [], true, .automatic, 2),
      // The operator's limit.
      (100e6, [3], false, .atMost(3_000_000), 1),
    ] as [(Double, Set<Int>, Bool, VariantPolicy.Preference, Int)])
  func cached(
    bits: Double, cached: Set<Int>, isAway: Bool, preference: VariantPolicy.Preference, wanted: Int
  ) {
    var policy = VariantPolicy()
    policy.preference = preference
    var situation = VariantPolicy.Situation(
      throughput: Self.line(bits), ahead: MediaTime(30, 1), current: nil,
      now: HostTime(nanoseconds: 1000))
    (situation.cached, situation.isAway) = (cached, isAway)
    #expect(policy.choice(of: Self.ladder, situation) == wanted)
  }

  @Test(
    "A quality preference is a word or a number",
    arguments: [
      ("auto", .automatic), ("lowest", .lowest), ("highest", .highest), ("2.5", .atMost(2_500_000)),
      ("1000", .atMost(1_000_000_000)), ("0", nil), ("-1", nil), ("nan", nil), ("1e3", nil),
      ("", nil), ("720p", .upTo(height: 720)), ("p", nil), ("0p", nil), ("-1p", nil),
      ("10000p", nil), ("7.2p", nil), ("720P", nil), ("0.128", .atMost(128_000)),
    ] as [(String, VariantPolicy.Preference?)])
  func wishes(word: String, preference: VariantPolicy.Preference?) {
    #expect(VariantPolicy.Preference(word: word) == preference)
    if let preference { #expect(preference.word == word) }
  }

  @Test("Playback starts with a rendition for nearly every connection")
  func unknown() {
    #expect(choice(Throughput(), ahead: 0, current: nil) == 0)
    var little = Throughput()
    little.record(bytes: 20 << 10, in: .milliseconds(6))
    #expect(!little.isKnown && choice(little, ahead: 0, current: nil) == 0)
  }

  @Test("The choice respects the display size, the machine's decoders and unavailable renditions")
  func limits() {
    let fast = Self.line(100e6)
    #expect(choice(fast, ahead: 30, current: nil) == 3)
    // The smallest rendition that covers the display; larger ones show no more detail.
    #expect(choice(fast, ahead: 30, current: nil, { $0.largest = PixelSize(1920, 1080) }) == 2)
    #expect(choice(fast, ahead: 30, current: nil, { $0.largest = PixelSize(1366, 768) }) == 2)
    #expect(choice(fast, ahead: 30, current: nil, { $0.largest = PixelSize(1024, 600) }) == 1)
    #expect(choice(fast, ahead: 30, current: 3, { $0.mostPixels = 1280 * 720 }) == 1)
    #expect(choice(fast, ahead: 30, current: nil, { $0.mostPixels = 100 }) == 0)
    let (later, earlier) = (HostTime(nanoseconds: 2000), HostTime(nanoseconds: 500))
    #expect(choice(fast, ahead: 30, current: 3, excluded: [3: later]) == 2)
    #expect(choice(fast, ahead: 30, current: 2, excluded: [3: earlier]) == 3)
    // A rendition that cannot be decoded is not chosen even if no other is available.
    let small: [Int: HostTime] = [0: later, 1: later, 2: later]
    #expect(
      choice(fast, ahead: 30, current: nil, { $0.mostPixels = 1920 * 1080 }, excluded: small) == 2)
    let all = Dictionary(uniqueKeysWithValues: (0..<4).map { ($0, later) })
    #expect(choice(fast, ahead: 30, current: nil, excluded: all) == 3)
  }

  @Test("The operator's limit takes precedence over throughput")
  func wishes() {
    let slow = Self.line(1e6)
    #expect(choice(slow, ahead: 0, current: 0, { $0.preference = .highest }) == 3)
    #expect(choice(Self.line(1e9), ahead: 60, current: 3, { $0.preference = .lowest }) == 0)
    #expect(choice(slow, ahead: 0, current: 0, { $0.preference = .atMost(5_000_000) }) == 1)
    #expect(choice(slow, ahead: 0, current: 0, { $0.preference = .atMost(1) }) == 0)
    for (height, wanted) in [(1080, 2), (1079, 1), (720, 1), (9999, 3), (100, 0)] {
      #expect(
        choice(slow, ahead: 0, current: 3, { $0.preference = .upTo(height: height) }) == wanted)
    }
    #expect(
      VariantPolicy().choice(
        of: [],
        .init(
          throughput: slow, ahead: .zero, current: nil, now: HostTime(nanoseconds: 0))) == nil)
  }

  @Test("A recovered connection is trusted after a dozen small segments, not after one")
  func recovery() {
    var line = Self.line(1e6)
    for _ in 0..<20 { line.record(bytes: 200_000, in: .milliseconds(1600)) }
    line.record(bytes: 200_000, in: .milliseconds(220))
    #expect(line.estimate < 2e6)
    for _ in 0..<11 { line.record(bytes: 200_000, in: .milliseconds(220)) }
    #expect(line.estimate > 4.5e6)
    // A segment too small to measure changes little.
    var quick = Self.line(1e6)
    for _ in 0..<12 { quick.record(bytes: 20_000, in: .milliseconds(10)) }
    #expect(quick.estimate < 2e6)
  }

  @Test("A slower rate is trusted at once, a faster one after a while")
  func averages() {
    var line = Self.line(8e6)
    #expect(abs(line.estimate - 8e6) < 1e5)
    line.record(bytes: 375_000, in: .seconds(3))
    let afterSlow = line.estimate
    #expect(afterSlow < 5e6)
    for _ in 0..<20 { line.record(bytes: 375_000, in: .seconds(3)) }
    #expect(abs(line.estimate - 1e6) < 2e5)
    line.record(bytes: 3_000_000, in: .seconds(3))
    #expect(line.estimate < 3e6)
    // Transfers that do not measure the connection are ignored.
    let before = line
    line.record(bytes: 1000, in: .seconds(10))
    #expect(line == before)
    // A connection on which everything arrives at once is fast.
    var fast = Throughput()
    for _ in 0..<20 { fast.record(bytes: 500_000, in: .milliseconds(1)) }
    #expect(fast.estimate > 50e6)
  }

  @Test("A segment that would arrive too late is abandoned for one that would not")
  func abandoning() {
    let policy = VariantPolicy()
    #expect(
      policy.abandons(
        bytesLeft: 2_000_000, rate: 1e6, ahead: MediaTime(5, 1), cheaperBytes: 300_000))
    #expect(
      !policy.abandons(bytesLeft: 500_000, rate: 1e6, ahead: MediaTime(5, 1), cheaperBytes: 300_000)
    )
    #expect(
      !policy.abandons(
        bytesLeft: 2_000_000, rate: 1e6, ahead: MediaTime(5, 1), cheaperBytes: 3_000_000))
    #expect(!policy.abandons(bytesLeft: 2_000_000, rate: 0, ahead: .zero, cheaperBytes: 0))
  }

  @Test(
    "A network source starts with one second buffered and resumes with two",
    arguments: [
      (0.5, 0, false, false, false), (1.0, 0, false, true, false), (2.0, 0, false, true, true),
      // Bytes of unknown duration.
      (0, 100_000, false, false, false), (0.5, 300_000, false, true, false),
      (0, 600_000, false, true, true), (1.5, 0, false, true, false),
      // Everything left, even if it is little.
      (0, 0, true, true, true),
    ] as [(Double, Int64, Bool, Bool, Bool)])
  func buffering(time: Double, bytes: Int64, isFull: Bool, begins: Bool, resumes: Bool) {
    let lead = BufferingPolicy.Lead(
      time: MediaTime(Int64(time * 1000), 1000), bytes: bytes, isFull: isFull)
    #expect(BufferingPolicy().mayBegin(lead) == begins)
    #expect(BufferingPolicy().mayResume(lead) == resumes)
  }

  @Test("Each opening reports each cause of an outage once, and its recovery")
  func networkErrorReporter() {
    func arrival(_ networkError: String?, awaited: Bool = true, seconds: Int64 = 0) -> Arrival {
      Arrival(
        lead: .init(time: MediaTime(seconds, 1), bytes: 0, isFull: false), isAwaited: awaited,
        networkError: networkError)
    }
    var reporter = NetworkErrorReporter()
    let steps: [(Arrival, Int, NetworkErrorReporter.Finding?)] = [
      (arrival(nil), 1, nil), (arrival("cut", awaited: false, seconds: 9), 1, nil),
      (arrival("cut"), 1, .interrupted("cut")), (arrival("no way"), 1, .interrupted("no way")),
      (arrival("cut"), 1, nil), (arrival(nil), 1, nil),
      (arrival(nil, awaited: false), 1, .resumed), (arrival(nil, awaited: false), 1, nil),
      (arrival("cut"), 1, .interrupted("cut")), (arrival("cut"), 2, .interrupted("cut")),
      (arrival(nil, awaited: false), 3, nil),
    ]
    for (number, (arrival, opening, finding)) in steps.enumerated() {
      #expect(reporter.check(arrival, of: Run(opening)) == finding, "step \(number)")
    }
  }
}

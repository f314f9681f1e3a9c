import Testing
import VitrinePlayback
import VitrineTiming

struct StallDetectorTests {
  private typealias Look = (second: Int64, pictures: Int, isExpected: Bool)

  private func at(_ milliseconds: Int) -> HostTime {
    HostTime(nanoseconds: Int64(milliseconds) * 1_000_000)
  }

  /// The checks that report the pipeline as hung, in seconds after the start.
  private func hangs(_ looks: [Look], decoded: Int = 0, run: Run = Run(1)) -> [Int64] {
    var detector = StallDetector()
    return looks.filter { look in
      detector.check(
        .init(run: run, presented: look.pictures, decoded: decoded), isExpected: look.isExpected,
        now: at(Int(look.second) * 1000)) != .moving
    }.map(\.second)
  }

  @Test("A pipeline counts as hung after five seconds without a frame, until one is shown")
  func hanging() {
    #expect(hangs((0...7).map { ($0, 3, true) }) == [5, 6, 7])
    #expect(hangs((0...8).map { ($0, $0 < 1 ? 3 : 4, true) }) == [6, 7, 8])
  }

  @Test("No frame is overdue if none is expected, and the timeout restarts afterwards")
  func unexpected() {
    #expect(hangs((0...20).map { ($0, 3, false) }) == [])
    let pause = (0...9).map { Look($0, 3, !(3...4).contains($0)) }
    #expect(hangs(pause) == [9])
  }

  @Test("A decoded frame and a new run are progress")
  func progress() {
    var detector = StallDetector()
    for second in 0..<40 {
      let progress = StallDetector.Progress(
        run: Run(second / 8), presented: 0, decoded: second / 4)
      let finding = detector.check(progress, isExpected: true, now: at(second * 1000))
      #expect(finding == .moving)
    }
  }

  @Test(
    "A slow pipeline is not hung: reading, decoding and computing count as progress",
    arguments: Opening.table)
  func slow(_ opening: Opening) {
    var detector = StallDetector()
    var given: (Int, StallDetector.Finding)?
    for tenth in stride(from: 0, through: 2400, by: opening.looksEvery) where given == nil {
      let finding = detector.check(
        .init(run: Run(1), presented: 0, decoded: 0, work: opening.work(tenth)), isExpected: true,
        cpuTime: .seconds(opening.computes * Double(tenth) / 1000), now: at(tenth * 100))
      if finding != .moving { given = (tenth / 10, finding) }
    }
    #expect(given?.0 == opening.expected?.second)
    if case .idle = given?.1 { #expect(opening.expected?.isIdle == true) }
    if case .fruitless = given?.1 { #expect(opening.expected?.isIdle == false) }
  }

  @Test(
    "While decoders wait for the source, a disk has time to spin up",
    arguments: [(false, 5), (true, 15)])
  func reading(isReading: Bool, seconds: Int) {
    var detector = StallDetector()
    var tenth = 0
    while detector.check(
      .init(run: Run(1), presented: 3, decoded: 3), isExpected: true, isReading: isReading,
      now: at(tenth * 100)) == .moving
    { tenth += 1 }
    #expect(tenth / 10 == seconds)
  }

  @Test("After each abandoned run, the next one gets more time, until a frame is shown")
  func patience() {
    var detector = StallDetector()
    var seconds: [Int] = []
    var now = 0
    for run in 0..<8 {
      let presented = run < 6 ? 0 : 1
      let start = now
      while detector.check(
        .init(run: Run(run), presented: presented, decoded: 0), isExpected: true, now: at(now))
        == .moving
      { now += 100 }
      seconds.append((now - start) / 1000)
    }
    #expect(seconds == [5, 10, 20, 40, 60, 60, 5, 10])
  }
}

/// The activity of an opening pipeline in each tenth of a second.
struct Opening: Sendable, CustomTestStringConvertible {
  let name: String
  /// Reads, packets and display answers in the tenth with this number.
  var work: @Sendable (Int) -> PipelineWork = { _ in PipelineWork() }
  /// Milliseconds of CPU time in each tenth.
  var computes = 0.0
  /// The interval of checks in tenths: a busy observer checks rarely.
  var looksEvery = 1
  /// When it is abandoned, in seconds, and how; nil if not within two minutes.
  let expected: (second: Int, isIdle: Bool)?

  var testDescription: String { name }

  static let table = [
    Opening(name: "nothing at all", expected: (5, true)),
    Opening(name: "wakes up to look", computes: 0.2, expected: (5, true)),
    Opening(name: "computes at a tenth", computes: 10, expected: (200, false)),
    Opening(name: "computes at full speed", computes: 100, expected: (20, false)),
    Opening(
      name: "a read now and then", work: { PipelineWork(reads: $0 / 40) }, expected: nil),
    Opening(
      name: "a packet now and then", work: { PipelineWork(packets: $0 / 40) }, expected: nil),
    Opening(
      name: "an answer now and then", work: { PipelineWork(answers: $0 / 40) }, expected: nil),
    Opening(name: "the looks are kept, too", looksEvery: 40, expected: (20, true)),
    Opening(
      name: "a slow start that hangs then",
      work: { PipelineWork(reads: min($0, 120) / 40) }, expected: (24, true)),
  ]
}

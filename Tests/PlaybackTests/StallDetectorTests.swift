import Playback
import Testing
import Timing

struct StallDetectorTests {
  private typealias Look = (second: Int64, pictures: Int, isExpected: Bool)

  /// At which of the looks, each some seconds after the beginning, it is said to hang.
  private func hangs(_ looks: [Look], decoded: Int = 0, run: Run = Run(1)) -> [Int64] {
    var detector = StallDetector()
    return looks.filter { look in
      detector.look(
        .init(run: run, presented: look.pictures, decoded: decoded), isExpected: look.isExpected,
        now: HostTime(nanoseconds: look.second * 1_000_000_000))
    }.map(\.second)
  }

  @Test("it hangs after five seconds without a picture, and for as long as none comes")
  func hanging() {
    #expect(hangs((0...7).map { ($0, 3, true) }) == [5, 6, 7])
    #expect(hangs([(0, 3, true), (4, 3, true), (5, 4, true), (9, 4, true), (10, 4, true)]) == [10])
  }

  @Test("where no picture should come, none is missed, and the time begins anew after it")
  func unexpected() {
    #expect(hangs((0...20).map { ($0, 3, false) }) == [])
    let pause = (0...9).map { Look($0, 3, !(3...4).contains($0)) }
    #expect(hangs(pause) == [9])
  }

  @Test("a picture out of the decoder is progress, and so is another run")
  func progress() {
    var detector = StallDetector()
    for second in 0..<40 {
      let progress = StallDetector.Progress(
        run: Run(second / 8), presented: 0, decoded: second / 4)
      let now = HostTime(nanoseconds: Int64(second) * 1_000_000_000)
      let isHanging = detector.look(progress, isExpected: true, now: now)
      #expect(!isHanging)
    }
  }
}

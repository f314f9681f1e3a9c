import Testing
import VitrineTiming

@testable import VitrineEngine

@Suite("A run's frames are placed")
struct FramePlacementTests {
  private let frame = MediaTime(40, 1000)

  private func bounds(start: Int64? = nil, end: Int64? = nil, isExact: Bool = true)
    -> RunQueues.Bounds
  {
    RunQueues.Bounds(
      start: start.map { MediaTime($0, 1000) }, isExact: isExact,
      end: end.map { MediaTime($0, 1000) }, imageDuration: MediaTime(10, 1))
  }

  /// The decisions about frames of 40 ms at these times in milliseconds.
  private func decisions(_ times: [Int64], _ bounds: RunQueues.Bounds) -> [FramePlacement.Decision]
  {
    var placement = FramePlacement()
    return times.map { time in
      let pts = MediaTime(time, 1000)
      let decision = placement.decide(at: pts, duration: frame, bounds)
      if decision == .show { placement.recordQueued(at: pts) }
      return decision
    }
  }

  @Test("from the frame on screen at the target of an exact seek")
  func exactSeek() {
    #expect(decisions([920, 960, 1000], bounds(start: 1000)) == [.hold, .hold, .show])
    #expect(decisions([920, 960, 1000], bounds(start: 980)) == [.hold, .show, .show])
    // Within a millisecond, because of rounded timestamps.
    #expect(decisions([920, 961], bounds(start: 1000)) == [.hold, .hold])
    #expect(decisions([920, 962], bounds(start: 1000)) == [.hold, .show])
  }

  @Test("from the first frame, if the seek is not exact")
  func inexactSeek() {
    #expect(decisions([920, 960], bounds(start: 1000, isExact: false)) == [.show, .show])
  }

  @Test("out of order, once one is shown")
  func reordered() {
    #expect(decisions([1000, 920], bounds(start: 1000)) == [.show, .show])
  }

  @Test("to the end of the run")
  func end() {
    #expect(decisions([960, 1000, 920], bounds(end: 1000)) == [.show, .skip, .show])
  }

  @Test("after those that another decoder has queued")
  func resumed() {
    var placement = FramePlacement()
    placement.recordQueued(at: MediaTime(1000, 1000))
    placement.resume()
    let later = [960, 1000, 1040].map {
      placement.decide(at: MediaTime($0, 1000), duration: frame, bounds())
    }
    #expect(later == [.skip, .skip, .show])
    #expect(placement.count == 1 && placement.start == MediaTime(1000, 1000))
  }

  @Test("after the previous frame, without a timestamp")
  func untimed() {
    var placement = FramePlacement()
    let origin = MediaTime(5, 1)
    #expect(placement.time(of: nil, bounds(), origin: origin) == origin)
    #expect(placement.time(of: nil, bounds(start: 1000), origin: origin) == MediaTime(1, 1))
    placement.advance(to: MediaTime(7, 1))
    #expect(placement.time(of: nil, bounds(start: 1000), origin: origin) == MediaTime(7, 1))
    #expect(placement.time(of: MediaTime(6, 1), bounds(), origin: origin) == MediaTime(6, 1))
  }
}

import Testing
import VitrinePlayback
import VitrineTiming

struct StampBoundsTests {
  /// The container's start and length in seconds, nil if not stated, and a timestamp.
  @Test(
    "A timestamp far outside the container's bounds is ignored",
    arguments: [
      (Int64(0), Int64(60), Int64(0), true), (0, 60, -9, true), (0, 60, -11, false),
      (0, 60, 3600, true), (0, 60, 3661, false), (7200, 60, 7200, true), (7200, 60, 0, true),
      (7200, 60, 10_861, false), (-30, 60, -35, true), (-30, 60, -41, false),
    ])
  func known(start: Int64, duration: Int64, stamp: Int64, isTime: Bool) {
    let bounds = TimestampBounds(start: MediaTime(start, 1), duration: MediaTime(duration, 1))
    #expect(bounds.contains(MediaTime(stamp, 1)) == isTime)
  }

  @Test("A container that states no bounds may have any length")
  func unknown() {
    let bounds = TimestampBounds(start: nil, duration: MediaTime(1, 1))
    #expect(bounds.contains(MediaTime(1 << 40, 1)) && !bounds.contains(MediaTime(-11, 1)))
  }
}

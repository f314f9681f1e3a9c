import Testing
import VitrinePlayback
import VitrineTiming

@Suite("Stalled audio devices")
struct SoundProgressTests {
  private typealias Finding = SoundProgress.Finding

  /// The findings every 20 ms for a device started at sample 1000 whose position is given by
  /// `at`.
  private func findings(_ count: Int, _ at: (Int) -> Int64) -> [Finding] {
    var progress = SoundProgress()
    progress.begin(at: 1000, now: HostTime(nanoseconds: 0))
    return (1...count).map { tick in
      progress.check(position: at(tick), now: HostTime(nanoseconds: Int64(tick) * 20_000_000))
    }
  }

  @Test("A playing device counts as moving, with any step size")
  func plays() {
    #expect(findings(500) { 1000 + Int64($0) * 960 }.allSatisfy { $0 == .moving })
    // A period of 85 ms.
    #expect(findings(500) { 1000 + Int64($0 / 4) * 4096 }.allSatisfy { $0 == .moving })
  }

  @Test("A device that never starts counts as idle after 100 ms and as lost after half a second")
  func never() {
    let expected =
      Array(repeating: Finding.moving, count: 4) + Array(repeating: .resting, count: 20)
      + Array(repeating: .standing, count: 6)
    #expect(findings(30) { _ in 1000 } == expected)
  }

  @Test("A device that stops counts from its last step; going backwards is not movement")
  func stops() {
    let found = findings(60) { tick in 1000 + Int64(min(tick, 20)) * 960 - (tick > 20 ? 50 : 0) }
    #expect(found.firstIndex(of: .resting) == 24 && found.firstIndex(of: .standing) == 44)
  }

  @Test(
    "Unobserved time does not count: a suspended process loses no device")
  func stopped() {
    var progress = SoundProgress()
    progress.begin(at: 0, now: HostTime(nanoseconds: 0))
    #expect(progress.check(position: 10, now: HostTime(nanoseconds: 20_000_000)) == .moving)
    #expect(progress.check(position: 10, now: HostTime(nanoseconds: 60_020_000_000)) == .resting)
    #expect(progress.check(position: 900, now: HostTime(nanoseconds: 60_040_000_000)) == .moving)
  }

  @Test("A device that resumes moves again; only one that has moved is trusted")
  func goesOn() {
    var progress = SoundProgress()
    progress.begin(at: 0, now: HostTime(nanoseconds: 0))
    #expect(progress.check(position: 0, now: HostTime(nanoseconds: 400_000_000)) == .resting)
    #expect(!progress.hasMoved)
    #expect(progress.check(position: 10, now: HostTime(nanoseconds: 420_000_000)) == .moving)
    #expect(progress.hasMoved)
    #expect(progress.check(position: 10, now: HostTime(nanoseconds: 900_000_000)) == .resting)
    progress.begin(at: 10, now: HostTime(nanoseconds: 900_000_000))
    #expect(!progress.hasMoved)
  }
}

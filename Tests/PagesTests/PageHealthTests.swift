import Testing
import VitrinePages
import VitrineTiming

@Suite("The health of a page")
struct PageHealthTests {
  private static func at(_ seconds: Int64) -> HostTime {
    HostTime(nanoseconds: seconds * 1_000_000_000)
  }

  @Test("An engine that never connects, or never draws, is reported once")
  func absent() {
    var health = PageHealth(at: Self.at(0))
    let reports = [29, 30, 60].map { health.timePassed(Self.at($0)) }
    #expect(reports == [nil, .failed("no engine has connected"), nil])
    #expect(health.deadline == nil)
    var silent = PageHealth(at: Self.at(0))
    silent.connect(at: Self.at(10))
    let silence = [39, 40].map { silent.timePassed(Self.at($0)) }
    #expect(silence == [nil, .failed("the engine has connected, but draws nothing")])
    let shown = silent.paint()
    #expect(shown == .shown)
  }

  @Test(
    "An engine that is back soon is not a fault, and a crash loop is reported every ten minutes")
  func loop() {
    var health = PageHealth(at: Self.at(0))
    health.connect(at: Self.at(1))
    _ = health.paint()
    var reports: [PageHealth.Report] = []
    for second in stride(from: Int64(10), to: 1300, by: 3) {
      if let report = health.disconnect(nil, at: Self.at(second)) { reports.append(report) }
      health.connect(at: Self.at(second + 1))
      if let report = health.timePassed(Self.at(second + 2)) { reports.append(report) }
      if let report = health.paint() { reports.append(report) }
    }
    #expect(
      reports == Array(repeating: .ended("the engine has ended; its last picture stays"), count: 3))
  }

  @Test("An engine that stays away becomes a fault, with the cause of its end")
  func away() {
    var health = PageHealth(at: Self.at(0))
    health.connect(at: Self.at(1))
    _ = health.paint()
    let end = health.disconnect("too many objects", at: Self.at(10))
    #expect(end == .ended("too many objects; its last picture stays"))
    let later = [14, 15].map { health.timePassed(Self.at($0)) }
    #expect(later == [nil, .failed("too many objects; its last picture stays")])
    health.connect(at: Self.at(20))
    let shown = health.paint()
    #expect(shown == .shown)
  }
}

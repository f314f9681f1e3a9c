import Testing
import VitrineTiming

@testable import VitrineScanout

@Suite("Probing of displays")
struct ProbeScheduleTests {
  private func time(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: milliseconds * 1_000_000)
  }

  /// The requests of the probes in this many seconds, and their times, without events.
  private func looks(
    _ schedule: inout ProbeSchedule, isLit: Bool, seconds: Int64
  ) -> [(second: Int64, look: ProbeSchedule.Method)] {
    var looks: [(second: Int64, look: ProbeSchedule.Method)] = []
    schedule.recordSurvey(isLit: isLit, at: time(0))
    for second in 1...seconds {
      guard let look = schedule.surveyMethod(at: time(second * 1000)) else { continue }
      looks.append((second, look))
      schedule.recordSurvey(isLit: isLit, look, at: time(second * 1000))
    }
    return looks
  }

  @Test("Hot-plug events are debounced, but not indefinitely")
  func debounce() {
    var schedule = ProbeSchedule()
    schedule.recordSurvey(isLit: true, at: time(0))
    #expect(schedule.next == time(4000))
    schedule.recordEvent(at: time(100))
    #expect(schedule.next == time(300) && schedule.surveyMethod(at: time(299)) == nil)
    #expect(schedule.surveyMethod(at: time(300)) == .displays)
    schedule.recordEvent(at: time(250))
    #expect(schedule.next == time(450))
    for moment in stride(from: Int64(300), to: 2000, by: 100) {
      schedule.recordEvent(at: time(moment))
    }
    #expect(schedule.next == time(1100))
  }

  @Test("A device that appears is probed once its driver has added its connectors")
  func appeared() {
    var schedule = ProbeSchedule()
    schedule.recordSurvey(isLit: false, at: time(0))
    schedule.recordEvent(isNew: true, at: time(100))
    schedule.recordEvent(isNew: true, at: time(105))
    #expect(schedule.next == time(125) && schedule.surveyMethod(at: time(125)) == .displays)
    // Contacts that bounce do not delay it.
    schedule.recordEvent(at: time(120))
    #expect(schedule.next == time(125))
    schedule.recordSurvey(isLit: true, at: time(130))
    schedule.recordEvent(at: time(200))
    #expect(schedule.next == time(400))
  }

  @Test("Without events, dark connectors are probed more often, including the displays")
  func safety() {
    var schedule = ProbeSchedule()
    schedule.recordSurvey(isLit: false, at: time(0))
    #expect(schedule.next == time(2000))
    schedule.recordEvent(at: time(100))
    schedule.recordSurvey(isLit: true, at: time(300))
    #expect(schedule.next == time(4300))
    let looks = looks(&schedule, isLit: false, seconds: 60)
    #expect(looks.count == 30 && looks.allSatisfy { $0.look == .displays })
  }

  @Test("While a display is lit, the kernel's state is polled, and the display itself once an hour")
  func quiet() {
    var schedule = ProbeSchedule()
    let looks = looks(&schedule, isLit: true, seconds: 2 * 3600)
    #expect(looks.count == 1800)
    #expect(looks.filter { $0.look == .displays }.map(\.second) == [3600, 7200])
  }

  @Test("Events, and callers that cannot wait, probe displays")
  func asked() {
    var schedule = ProbeSchedule()
    schedule.recordSurvey(isLit: true, at: time(0))
    #expect(schedule.surveyMethod(at: time(10), isUrgent: true) == .displays)
    #expect(schedule.surveyMethod(at: time(10_000)) == .kernel)
    schedule.recordEvent(at: time(9_990))
    #expect(schedule.surveyMethod(at: time(10_000)) == .displays)
  }

  @Test("If the kernel does not report changes, displays are probed each time")
  func untold() {
    var deaf = ProbeSchedule(receivesEvents: false)
    #expect(
      looks(&deaf, isLit: true, seconds: 100).map(\.look) == .init(repeating: .displays, count: 10))
    // A display appeared without an event.
    var schedule = ProbeSchedule()
    schedule.recordSurvey(isLit: false, at: time(0))
    schedule.recordSurvey(isLit: true, .displays, foundUnreportedChanges: true, at: time(2000))
    #expect(schedule.surveyMethod(at: time(12_000)) == .displays)
    // With events it is not.
    schedule = ProbeSchedule()
    schedule.recordSurvey(isLit: false, at: time(0))
    schedule.recordEvent(at: time(1000))
    schedule.recordSurvey(isLit: true, .displays, foundUnreportedChanges: true, at: time(1200))
    #expect(schedule.surveyMethod(at: time(11_200)) == .kernel)
  }

  @Test("No wake-ups occur while probing is not allowed")
  func rest() {
    var schedule = ProbeSchedule()
    schedule.recordSurvey(isLit: true, at: time(0))
    schedule.recordEvent(at: time(1))
    schedule.rest()
    #expect(schedule.next == nil && schedule.surveyMethod(at: time(1_000_000)) == nil)
    #expect(schedule.surveyMethod(at: time(1_000_000), isUrgent: true) == .displays)
  }

  @Test("A display that does not report its modes is probed with growing delays")
  func provisional() {
    let waits = (0..<8).map { ProbeSchedule.provisionalInterval(after: $0).components.seconds }
    #expect(waits == [2, 4, 8, 16, 32, 60, 60, 60])
    #expect(ProbeSchedule.provisionalInterval(after: .max) == .seconds(60))
  }
}

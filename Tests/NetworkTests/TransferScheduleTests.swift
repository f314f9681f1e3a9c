import Testing
import VitrineTiming

@testable import VitrineNetwork

/// The times of a request and its response, in milliseconds.
struct TransferScheduleTests {
  private func at(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: milliseconds * 1_000_000)
  }

  private var schedule: TransferSchedule {
    var limits = TransferLimits()
    limits.connectTimeout = .seconds(3)
    limits.responseTimeout = .seconds(8)
    limits.idleTimeout = .seconds(4)
    return TransferSchedule(due: at(1000), limits)
  }

  @Test("A response must begin in time, and then continue")
  func deadlines() {
    var schedule = schedule
    #expect(!schedule.isDue(at: at(999)) && schedule.isDue(at: at(1000)))
    #expect(schedule.next == at(1000) && schedule.deadline == nil)
    schedule.begin(at: at(1500))
    #expect(!schedule.isDue(at: at(9000)) && schedule.next == at(12_500))
    schedule.recordProgress(at: at(2000))
    #expect(schedule.deadline == at(6000))
    schedule.pause()
    #expect(schedule.next == nil)
    schedule.recordProgress(at: at(9000))
    #expect(schedule.deadline == at(13_000))
    schedule.end()
    #expect(schedule.next == nil)
  }

  @Test("The body of a redirect has a shorter timeout, and its target is requested at once")
  func redirect() {
    var schedule = schedule
    schedule.begin(at: at(1000))
    schedule.recordRedirect(at: at(1200))
    #expect(schedule.deadline == at(2200))
    schedule.end()
    schedule.follow(at: at(1300))
    #expect(schedule.isDue(at: at(1300)))
  }

  @Test(
    "After a network change, waiting requests and old ones without a response are sent",
    arguments: [
      (nil, false, 1, true), (1000, true, 1999, false), (1000, true, 2000, true),
      (1000, false, 5000, false),
    ] as [(Int64?, Bool, Int64, Bool)])
  func hurry(begun: Int64?, awaitsResponse: Bool, now: Int64, isSent: Bool) {
    var schedule = schedule
    if let begun { schedule.begin(at: at(begun)) }
    let result = schedule.hurry(at: at(now), awaitsResponse: awaitsResponse)
    #expect(result == isSent && schedule.isHurried == isSent)
    #expect(schedule.isDue(at: at(now)) == isSent)
    if isSent { #expect(schedule.deadline == nil) }
  }

  @Test("A cancelled transfer waits for nothing")
  func leave() {
    var schedule = schedule
    schedule.leave()
    #expect(schedule.next == nil)
  }
}

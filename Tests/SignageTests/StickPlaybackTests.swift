import Testing
import VitrineTiming

@testable import VitrineSignage

/// The stick that plays directly, and the contents that are rejected.
struct StickPlaybackTests {
  private func at(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: milliseconds * 1_000_000)
  }

  private func playing(_ playable: Int) -> StickPlayback {
    var sticks = StickPlayback()
    sticks.begin(
      PlayingStick(path: "/media/a", marks: ["x.mp4": "1"], playable: playable), at: at(1000))
    return sticks
  }

  @Test(
    "Two consecutive failures stop a stick, or one if it has only one item",
    arguments: [
      (5, "f", false), (5, "ff", true), (5, "fsf", false), (5, "fsff", true), (1, "f", true),
      (0, "f", true),
    ])
  func failures(playable: Int, events: String, stops: Bool) {
    var sticks = playing(playable)
    var hasStopped = false
    for event in events {
      if event == "f" { hasStopped = sticks.recordFailure() } else { sticks.recordShowing() }
    }
    #expect(hasStopped == stops)
    #expect(sticks.hasRejected("/media/a", ["x.mp4": "1"]) == stops)
    #expect(!sticks.hasRejected("/media/a", ["x.mp4": "2"]))
    sticks.forgetRejected(except: [])
    #expect(!sticks.hasRejected("/media/a", ["x.mp4": "1"]))
  }

  @Test("Only files below the stick's folder are on it")
  func files() {
    var sticks = playing(1)
    #expect(sticks.holds("/media/a/x.mp4") && !sticks.holds("/media/ab/x.mp4"))
    sticks.end()
    #expect(!sticks.holds("/media/a/x.mp4"))
  }

  @Test("Presence is checked while a stick plays, and other sticks are searched otherwise")
  func checks() {
    var sticks = StickPlayback()
    let searches = [1000, 3999, 4000].map { sticks.isSearchDue(at: at($0), every: .seconds(3)) }
    #expect(searches == [true, false, true])
    #expect(sticks.nextPresenceCheck == nil)
    sticks = playing(1)
    let isSearched = sticks.isSearchDue(at: at(9000), every: .seconds(3))
    #expect(!isSearched && sticks.nextPresenceCheck == at(1200))
    let checks = [1199, 1200].map { sticks.isPresenceDue(at: at($0)) }
    #expect(checks == [false, true] && sticks.nextPresenceCheck == at(1400))
  }
}

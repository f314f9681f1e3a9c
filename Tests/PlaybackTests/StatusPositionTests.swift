import Testing
import VitrineTiming

@testable import VitrinePlayback

/// The current position, computed from an older status.
struct StatusPositionTests {
  private static func status(_ change: (inout PlaybackStatus) -> Void) -> PlaybackStatus {
    var status = PlaybackStatus()
    (status.phase, status.duration) = (.playing, MediaTime(10, 1))
    (status.position, status.time) = (MediaTime(3, 1), HostTime(nanoseconds: 1_000_000_000))
    change(&status)
    return status
  }

  private static var cases: [(String, Int, Double, (inout PlaybackStatus) -> Void)] {
    [
      ("plays", 900, 3.9, { _ in }), ("before", -100, 3, { _ in }),
      ("at double speed", 900, 4.8, { $0.rate = 2 }), ("at its end", 9000, 10, { _ in }),
      ("without a duration", 9000, 12, { $0.duration = nil }),
      ("paused", 900, 3, { $0.isPaused = true }),
      ("scrubbing", 900, 3, { $0.isScrubbing = true }),
      ("waits", 900, 3, { $0.waiting = .source }), ("dark", 900, 3, { $0.isDisplayOn = false }),
      ("opens", 900, 3, { $0.phase = .opening }), ("without a time", 900, 3, { $0.time = nil }),
    ]
  }

  @Test("A playing position advances by the elapsed time; a paused one does not")
  func position() {
    for (name, milliseconds, seconds, change) in Self.cases {
      let now = HostTime(nanoseconds: 1_000_000_000) + .milliseconds(milliseconds)
      let position = Self.status(change).position(at: now)
      #expect(abs(position.seconds - seconds) < 1e-6, "\(name)")
    }
  }

  @Test(
    "The current chapter is the last one that has started, and ends where the next one starts",
    arguments: [(0, nil, nil), (2, 0, 5), (4, 0, 5), (5, 1, 8), (7, 1, 8), (9, 2, 10)]
      as [(Int64, Int?, Int64?)])
  func chapter(seconds: Int64, index: Int?, end: Int64?) {
    let status = Self.status { status in
      status.chapters = [2, 5, 8].map { Chapter(start: MediaTime($0, 1)) }
      status.position = MediaTime(seconds, 1)
    }
    #expect(status.chapter == index)
    #expect(status.chapter.flatMap(status.end(ofChapter:)) == end.map { MediaTime($0, 1) })
    #expect(Self.status { $0.position = MediaTime(seconds, 1) }.chapter == nil)
  }

  @Test("Tags are compared without regard to case, and completed by others")
  func tags() {
    var tags = MediaTags(["ARTIST": "one", "Album": "two"])
    #expect(tags["artist"] == "one" && tags["ALBUM"] == "two" && tags["title"] == nil)
    tags = tags.completed(by: MediaTags(["artist": "other", "title": "three"]))
    #expect(tags.values == ["artist": "one", "album": "two", "title": "three"])
  }
}

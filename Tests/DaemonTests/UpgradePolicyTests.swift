import Testing
import VitrineLists
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineDaemon

struct UpgradePolicyTests {
  private func film(_ entry: Int, at seconds: Int64, of duration: Int64? = 60) -> PlaybackStatus {
    var status = PlaybackStatus()
    (status.entry, status.item) = (entry, Item(path: "/film"))
    (status.position, status.duration) = (MediaTime(seconds, 1), duration.map { MediaTime($0, 1) })
    status.isMoving = true
    return status
  }

  private func still(_ item: Item) -> PlaybackStatus {
    var status = PlaybackStatus()
    (status.entry, status.item) = (1, item)
    return status
  }

  /// The index of the check that ends the service.
  private func end(_ looks: [PlaybackStatus]) -> Int? {
    var upgrade = UpgradePolicy()
    for look in looks {
      let isDue = upgrade.isDue(look)
      #expect(!isDue)
    }
    let isFirst = upgrade.begin(looks[0])
    #expect(isFirst)
    return looks.indices.dropFirst().first { upgrade.isDue(looks[$0]) }
  }

  @Test("The upgrade waits for the item's end: the next item or its own start")
  func edges() {
    #expect(end([film(1, at: 10), film(1, at: 11), film(2, at: 0)]) == 2)
    #expect(end([film(1, at: 58), film(1, at: 59), film(1, at: 0)]) == 2)
    // A film of unknown length, and one that cannot continue.
    #expect(end([film(1, at: 58, of: nil), film(1, at: 59, of: nil), film(2, at: 0)]) == 2)
    let unknown = [58, 59, 0].map { film(1, at: $0, of: nil) }
    #expect(end(unknown) == 2)
    #expect(end([film(1, at: 58), PlaybackStatus()]) == 1)
    // A part of a film.
    func part(_ seconds: Int64) -> PlaybackStatus {
      var (status, item) = (film(1, at: seconds, of: 120), Item(path: "/film"))
      (item.start, item.end) = (MediaTime(20, 1), MediaTime(40, 1))
      status.item = item
      return status
    }
    #expect(end([part(38), part(39), part(20), part(21)]) == 2)
  }

  @Test("A seek, a pause and a slow source do not count as an end")
  func others() {
    var (paused, waiting) = (film(1, at: 10), film(1, at: 10, of: nil))
    (paused.isMoving, paused.isPaused) = (false, true)
    (waiting.isMoving, waiting.waiting) = (false, .source)
    // No frame is due between two frames.
    var unknown = film(1, at: 10, of: nil)
    unknown.isMoving = false
    var scrubbed = film(1, at: 0)
    scrubbed.isScrubbing = true
    #expect(end([film(1, at: 40), film(1, at: 0), film(1, at: 20)]) == nil)
    #expect(end([film(1, at: 59), scrubbed]) == nil)
    #expect(end([film(1, at: 10), paused, paused]) == nil)
    #expect(end([film(1, at: 10, of: nil), waiting, waiting]) == nil)
    #expect(end([unknown, unknown, unknown]) == nil)
  }

  @Test("An upgrade does not wait for an item without an end")
  func endless() {
    let card = Item.card(title: "No films", detail: "")
    for status in [still(card), PlaybackStatus()] {
      #expect(end([status, status]) == 1)
    }
  }

  @Test("A second upgrade changes nothing")
  func again() {
    var upgrade = UpgradePolicy()
    let answers = [
      upgrade.begin(film(1, at: 10)), upgrade.begin(film(2, at: 0)),
      upgrade.isDue(film(2, at: 0)),
    ]
    #expect(answers == [true, false, true])
  }
}

import Gestures
import Pictures
import Playback
import Testing
import Timing

@testable import Overlay

@Suite("Between the list and the video")
struct InterfaceListTests {
  /// The middle of a card of the list.
  private func card(_ guest: Guest, _ position: Int) -> Point {
    let catalogue = guest.interface.catalogue
    return catalogue.layout.frame(of: position).moved(0, -catalogue.place).center
  }

  @Test("A kiosk begins with the list, and a tap on a card opens it")
  func opens() {
    var guest = Guest(list: 5)
    #expect(guest.interface.isListShown && guest.texts.contains("Video 0"))
    guest.tap(card(guest, 3))
    #expect(guest.asked() == ["open 3"])
    #expect(!guest.interface.isListShown && guest.drawings.isEmpty)
  }

  @Test("A second tap on the card means nothing to the video")
  func opensByDoubleTap() {
    var guest = Guest(list: 5)
    guest.tap(card(guest, 3), times: 2)
    guest.wait(400)
    #expect(guest.asked() == ["open 3"] && guest.drawings.isEmpty)
  }

  @Test("A second tap on the back button means nothing to the list")
  func leavesByDoubleTap() throws {
    var guest = Guest.watching(list: 40)
    guest.tap(guest.place(.middle))
    guest.wait(400)
    let back = try guest.middle(of: .back)
    guest.tap(back)
    guest.wait(100)
    guest.tap(card(guest, 0))
    #expect(guest.asked() == ["leave"] && guest.interface.isListShown)
    guest.wait(600)
    guest.tap(card(guest, 0))
    #expect(guest.asked() == ["open 0"])
  }

  @Test("Where nothing plays any more the list comes back, once", arguments: [true, false])
  func ends(isFailure: Bool) {
    var guest = Guest.watching(list: 5)
    let failure = PlaybackError(.source, "no such file", exitStatus: .noInput)
    let phase: PlaybackState.Phase = isFailure ? .failed(failure) : .ended
    guest.hear { ($0.phase, $0.entry) = (phase, nil) }
    guest.hear { $0.position = .zero }
    #expect(guest.asked() == ["leave"] && guest.interface.isListShown)
  }

  @Test("Without a list the end is nothing special")
  func endsWithoutList() {
    var guest = Guest.watching()
    guest.hear { ($0.phase, $0.entry) = (.ended, nil) }
    guest.wait(10_000)
    #expect(guest.asked() == [] && guest.drawings.isEmpty)
  }

  @Test("The end of what a finger scrubs in ends that, too")
  func endsWhileScrubbing() {
    var guest = Guest.watching(list: 5)
    guest.pull(from: guest.place(.left), to: guest.place(.middle))
    _ = guest.asked()
    guest.hear { ($0.phase, $0.entry) = (.ended, nil) }
    #expect(guest.asked() == ["scrub-end", "leave"])
    guest.lift()
    #expect(guest.asked() == [])
  }

  @Test(
    "Back while a finger scrubs or turns the volume leaves nothing behind",
    arguments: [true, false])
  func leavesInDrag(isVolume: Bool) {
    var guest = Guest.watching(list: 5)
    guest.hear { $0.volume = 0.2 }
    if isVolume {
      guest.pull(from: Point(1800, 700), to: Point(1800, 600))
    } else {
      guest.pull(from: Point(400, 700), to: Point(900, 700))
    }
    _ = guest.asked()
    guest.key("KEY_STOP")
    #expect(guest.asked() == (isVolume ? ["leave"] : ["scrub-end", "leave"]))
    guest.touch(Point(1800, 500))
    guest.lift()
    guest.wait(10_000)
    #expect(guest.asked() == [] && guest.interface.deadline(guest.now) == nil)
    guest.key("KEY_OK", "KEY_OK")
    guest.hear { $0.play(entry: 2) }
    _ = guest.asked()
    guest.drag(from: Point(700, 700), to: Point(700, 300))
    #expect(guest.asked() == [])
  }

  @Test("A finger on the list when a key opens a video lets go of the list")
  func opensInDrag() {
    var guest = Guest(list: 200)
    guest.key("KEY_DOWN")
    guest.pull(from: Point(500, 900), to: Point(500, 500))
    guest.key("KEY_DOWN", "KEY_OK")
    #expect(guest.asked().count == 1 && !guest.interface.isListShown)
    guest.touch(Point(500, 450))
    guest.lift()
    guest.wait(400)
    #expect(guest.drawings.isEmpty && !guest.interface.catalogue.list.isHeld)
  }

  @Test("A long wait in one video does not spin in the next")
  func spinner() {
    var guest = Guest.watching(list: 5)
    guest.hear { $0.phase = .buffering }
    guest.wait(400)
    #expect(guest.seesSpinner)
    guest.key("KEY_STOP")
    guest.wait(1000)
    guest.key("KEY_OK", "KEY_OK")
    #expect(!guest.interface.isListShown && !guest.seesSpinner)
  }

  @Test("The volume and messages are seen over the list, and a tap takes only the message away")
  func overList() {
    var guest = Guest(list: 50)
    let list = guest.drawings
    guest.key("KEY_VOLUMEDOWN")
    #expect(guest.asked() == ["volume 0.95"] && guest.drawings != list)
    guest.wait(2000)
    #expect(guest.drawings == list)
    guest.hearFailure()
    #expect(guest.interface.isMoving(at: guest.now))
    guest.wait(300)
    #expect(guest.texts.last == "holiday.mp4: no such file")
    guest.tap(guest.screen.center)
    guest.wait(1000)
    #expect(guest.asked() == [] && guest.drawings == list)
  }
}

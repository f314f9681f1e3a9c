import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineOverlay

@Suite("Between the gallery and the video")
struct InterfaceListTests {
  /// The middle of a gallery card.
  private func card(_ user: SimulatedUser, _ position: Int) throws -> Point {
    let catalogue = try #require(user.interface.list).catalogue
    return catalogue.layout.frame(of: position).moved(0, -catalogue.place).center
  }

  @Test("A kiosk starts with the gallery, and a tap on a card opens its video")
  func opens() throws {
    var user = SimulatedUser(list: 5)
    #expect(user.interface.isListShown && user.texts.contains("Video 0"))
    user.tap(try card(user, 3))
    #expect(user.asked() == ["open 3"])
    #expect(!user.interface.isListShown && user.drawings.isEmpty)
  }

  @Test("A second tap on the card does nothing to the video")
  func opensByDoubleTap() throws {
    var user = SimulatedUser(list: 5)
    user.tap(try card(user, 3), times: 2)
    user.wait(400)
    #expect(user.asked() == ["open 3"] && user.drawings.isEmpty)
  }

  @Test("A second tap on the back button does nothing to the gallery")
  func leavesByDoubleTap() throws {
    var user = SimulatedUser.watching(list: 40)
    user.tap(user.place(.middle))
    user.wait(400)
    let back = try user.middle(of: .back)
    user.tap(back)
    user.wait(100)
    user.tap(try card(user, 0))
    #expect(user.asked() == ["leave"] && user.interface.isListShown)
    user.wait(600)
    user.tap(try card(user, 0))
    // It continues where the visitor left it.
    #expect(user.asked() == ["open 0", "seek 60.0"])
  }

  @Test("The gallery returns once when playback ends", arguments: [true, false])
  func ends(isFailure: Bool) {
    var user = SimulatedUser.watching(list: 5)
    let failure = PlaybackError(.source, "no such file", exitStatus: .noInput)
    let phase: PlaybackState.Phase = isFailure ? .failed(failure) : .ended
    user.hear { ($0.phase, $0.entry) = (phase, nil) }
    user.hear { $0.position = .zero }
    #expect(user.asked() == ["leave"] && user.interface.isListShown)
  }

  @Test("Without a gallery, the end has no special effect")
  func endsWithoutList() {
    var user = SimulatedUser.watching()
    user.hear { ($0.phase, $0.entry) = (.ended, nil) }
    user.wait(10_000)
    #expect(user.asked() == [] && user.drawings.isEmpty)
  }

  @Test("The end of a scrubbed item also ends the scrub")
  func endsWhileScrubbing() {
    var user = SimulatedUser.watching(list: 5)
    user.pull(from: user.place(.left), to: user.place(.middle))
    _ = user.asked()
    user.hear { ($0.phase, $0.entry) = (.ended, nil) }
    #expect(user.asked() == ["scrub-end", "leave"])
    user.lift()
    #expect(user.asked() == [])
  }

  @Test(
    "Back during a scrub or volume change leaves nothing behind",
    arguments: [true, false])
  func leavesInDrag(isVolume: Bool) {
    var user = SimulatedUser.watching(list: 5)
    user.hear { $0.volume = 0.2 }
    if isVolume {
      user.pull(from: Point(1800, 700), to: Point(1800, 600))
    } else {
      user.pull(from: Point(400, 700), to: Point(900, 700))
    }
    _ = user.asked()
    user.key("KEY_STOP")
    #expect(user.asked() == (isVolume ? ["leave"] : ["scrub-end", "leave"]))
    user.touch(Point(1800, 500))
    user.lift()
    user.wait(10_000)
    #expect(user.asked() == [] && user.interface.deadline(user.now) == nil)
    user.key("KEY_OK", "KEY_OK")
    user.hear { $0.play(entry: 2) }
    _ = user.asked()
    user.drag(from: Point(700, 700), to: Point(700, 300))
    #expect(user.asked() == [])
  }

  @Test("A key that opens a video releases a finger from the gallery")
  func opensInDrag() {
    var user = SimulatedUser(list: 200)
    user.key("KEY_DOWN")
    user.pull(from: Point(500, 900), to: Point(500, 500))
    user.key("KEY_DOWN", "KEY_OK")
    #expect(user.asked().count == 1 && !user.interface.isListShown)
    user.touch(Point(500, 450))
    user.lift()
    user.wait(400)
    #expect(user.drawings.isEmpty && user.interface.list?.catalogue.motion.list.isHeld == false)
  }

  @Test("A long wait in one video shows no spinner in the next")
  func spinner() {
    var user = SimulatedUser.watching(list: 5)
    user.hear { $0.phase = .buffering }
    user.wait(400)
    #expect(user.seesSpinner)
    user.key("KEY_STOP")
    user.wait(1000)
    user.key("KEY_OK", "KEY_OK")
    #expect(!user.interface.isListShown && !user.seesSpinner)
  }

  @Test("The volume and messages show over the gallery, and a tap only dismisses the message")
  func overList() {
    var user = SimulatedUser(list: 50)
    let list = user.drawings
    user.key("KEY_VOLUMEDOWN")
    #expect(user.asked() == ["volume 0.95"] && user.drawings != list)
    user.wait(2000)
    #expect(user.drawings == list)
    user.hearFailure()
    #expect(user.interface.isMoving(at: user.now))
    user.wait(300)
    #expect(user.texts.last == "holiday.mp4")
    user.tap(user.screen.center)
    user.wait(1000)
    #expect(user.asked() == [] && user.drawings == list)
  }
}

@Suite("A visitor continues a film where it was left")
struct ContinueTests {
  private func user() -> SimulatedUser { SimulatedUser(list: 3) }

  /// Plays the first entry up to a position, and goes back to the gallery.
  private func watch(_ user: inout SimulatedUser, to seconds: Int64) {
    user.key("KEY_DOWN", "KEY_OK")
    user.key("KEY_OK")
    _ = user.asked()
    user.hear { $0.play(entry: 1) }
    user.hear { status in
      status.duration = MediaTime(600, 1)
      status.position = MediaTime(seconds, 1)
    }
    user.key("KEY_STOP")
    _ = user.asked()
    user.hear { status in (status.phase, status.position, status.entry) = (.idle, .zero, nil) }
  }

  @Test(
    "A film that was left at its start or end begins again",
    arguments: [(5, nil), (9, nil), (10, 10), (300, 300), (585, 585), (586, nil), (600, nil)]
      as [(Int64, Int64?)])
  func place(seconds: Int64, expected: Int64?) throws {
    var user = user()
    watch(&user, to: seconds)
    let list = try #require(user.interface.list)
    #expect(list.catalogue.watched(0)?.position == expected.map { MediaTime($0, 1) })
    user.key("KEY_OK")
    let requests = user.asked().filter { $0.hasPrefix("open") || $0.hasPrefix("seek") }
    #expect(requests == ["open 0"] + (expected.map { ["seek \(Double($0))"] } ?? []))
  }

  @Test("The next visitor starts at the beginning")
  func next() throws {
    var user = user()
    watch(&user, to: 300)
    #expect(try #require(user.interface.list).catalogue.isAtStart == false)
    user.interface.screen.visitorLeft(user.now, at: user.now)
    #expect(try #require(user.interface.list).catalogue.isAtStart)
    #expect(try #require(user.interface.list).catalogue.watched(0) == nil)
  }

  @Test("An excerpt counts from its start to its end")
  func excerpt() throws {
    for (seconds, part) in [(305, nil), (320, 0.2), (390, nil)] as [(Int64, Double?)] {
      var user = user()
      user.key("KEY_DOWN", "KEY_OK", "KEY_OK")
      user.hear { $0.play(entry: 1) }
      user.hear { status in
        var item = Item(path: "a.mp4")
        (item.start, item.end) = (MediaTime(300, 1), MediaTime(400, 1))
        status.item = item
        (status.duration, status.position) = (MediaTime(600, 1), MediaTime(seconds, 1))
      }
      #expect(try #require(user.interface.screen.listAnywhere).catalogue.watched(0)?.part == part)
    }
  }

  @Test("An entry that was replaced in the list, or still plays from before, is not watched")
  func others() throws {
    var user = user()
    user.hear { $0.play(entry: 7) }
    user.key("KEY_DOWN", "KEY_OK", "KEY_OK")
    user.hear { status in
      (status.duration, status.position) = (MediaTime(600, 1), MediaTime(200, 1))
    }
    #expect(try #require(user.interface.screen.listAnywhere).catalogue.watched(0) == nil)
    user.hear { $0.play(entry: 1) }
    user.hear { status in
      (status.duration, status.position) = (MediaTime(600, 1), MediaTime(300, 1))
    }
    #expect(try #require(user.interface.screen.listAnywhere).catalogue.watched(0) != nil)
    user.interface.exchange([CatalogueEntry(id: 9, title: "New")], title: nil)
    user.hear { $0.position = MediaTime(310, 1) }
    #expect(try #require(user.interface.screen.listAnywhere).catalogue.contents.hasWatched == false)
  }

  @Test("An item that an operator plays instead does not count as watched")
  func replaced() throws {
    var user = user()
    watch(&user, to: 300)
    user.key("KEY_OK")
    user.hear { $0.play(entry: 1) }
    user.hear { status in
      (status.duration, status.position) = (MediaTime(600, 1), MediaTime(310, 1))
    }
    user.hear { $0.play(entry: 2) }
    user.hear { status in (status.duration, status.position) = (MediaTime(600, 1), MediaTime(20, 1))
    }
    user.key("KEY_STOP")
    #expect(try #require(user.interface.list).catalogue.watched(0)?.position == MediaTime(310, 1))
  }
}

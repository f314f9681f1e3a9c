import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("The buttons over a video")
struct InterfaceButtonTests {
  private func watching(
    _ change: (inout PlaybackStatus) -> Void = { $0.haveEverything() }
  ) -> SimulatedUser {
    var user = SimulatedUser.watching()
    user.hear(change)
    user.tap(user.place(.middle))
    user.wait(400)
    return user
  }

  @Test(
    "A tap does what the button shows, and the controls stay",
    arguments: [
      (Control.skipBackward, ["skip -10.0"]), (.skipForward, ["skip 10.0"]),
      (.previous, ["previous"]), (.next, ["next"]), (.subtitles, ["subtitle 2"]),
      (.description, ["audio 4"]), (.rotate, ["rotation 90"]), (.volume, []),
    ])
  func taps(control: Control, requests: [String]) throws {
    var user = watching()
    user.tap(try user.middle(of: control))
    #expect(user.asked() == requests)
    #expect(user.seesBars)
  }

  @Test("Taps on a skip button add up in a label above it", arguments: [true, false])
  func skipLabel(isForward: Bool) throws {
    var user = watching()
    let button = try #require(user.layout.frame(of: isForward ? .skipForward : .skipBackward))
    for _ in 0..<3 { user.tap(button.center) }
    #expect(user.asked().count == 3 && user.skipLabels == [isForward ? "+30 s" : "−30 s"])
    let label = user.drawings.first { drawing in
      if case .text(let text) = drawing.shape { text.string.hasSuffix("30 s") } else { false }
    }
    let frame = try #require(label?.frame)
    #expect(frame.bottom < button.y && frame.center.x == button.center.x)
  }

  @Test(
    "Buttons for other items exist only where there are some",
    arguments: [(false, false), (true, false), (false, true)])
  func items(hasNext: Bool, hasPrevious: Bool) {
    let user = watching { ($0.hasNext, $0.hasPrevious) = (hasNext, hasPrevious) }
    #expect((user.layout.frame(of: .next) != nil) == hasNext)
    #expect((user.layout.frame(of: .previous) != nil) == hasPrevious)
  }

  @Test("Nothing is offered that the film lacks")
  func missing() {
    let user = watching { status in
      status.tracks = [TrackInfo(kind: .video, index: 0, codec: "h264")]
      (status.selected, status.duration) = ([], nil)
    }
    for control in [
      Control.subtitles, .description, .volume, .tracks, .skipForward, .skipBackward, .next,
    ] {
      #expect(user.layout.frame(of: control) == nil, "\(control)")
    }
    #expect(user.layout.frame(of: .rotate) != nil)
  }

  @Test(
    "Subtitles start in the preferred language, otherwise in that of the sound, otherwise with full ones",
    arguments: [
      ([("fra", false), ("eng", false)], ["fr"], "subtitle 10"),
      ([("fra", false), ("eng", false)], [], "subtitle 11"),
      ([("fra", true), ("jpn", false)], [], "subtitle 11"), ([("fra", true)], [], "subtitle 10"),
    ] as [([(String, Bool)], [String], String)])
  func subtitles(tracks: [(String, Bool)], languages: [String], request: String) throws {
    var user = watching { status in
      status.choices.preferences.subtitleLanguages = languages
      status.tracks =
        [status.tracks[1]]
        + tracks.enumerated().map { index, track in
          TrackInfo(
            kind: .subtitle, index: 10 + index, codec: "subrip", language: track.0,
            isForced: track.1)
        }
    }
    user.tap(try user.middle(of: .subtitles))
    #expect(user.asked() == [request])
    let off = user.drawings.count
    user.hear { $0.selected.append($0.tracks[1]) }
    #expect(user.drawings.count == off + 1, "a line marks the button")
    user.tap(try user.middle(of: .subtitles))
    #expect(user.asked() == ["subtitle none"])
  }

  @Test("Audio description changes back to the sound in its language")
  func description() throws {
    var user = watching { status in
      status.haveEverything()
      status.tracks.insert(
        TrackInfo(
          kind: .audio, index: 5, codec: "aac", language: "fra", audience: .visuallyImpaired), at: 0
      )
      status.selected = status.tracks.filter { $0.index == 3 }
    }
    user.tap(try user.middle(of: .description))
    #expect(user.asked() == ["audio 5"])
    // The voice for mixing must not be chosen.
    user.hear { status in
      status.tracks.insert(
        TrackInfo(kind: .audio, index: 6, codec: "aac", language: "fra", audience: .receiverMix),
        at: 0)
      status.selected = status.tracks.filter { $0.index == 5 }
    }
    user.tap(try user.middle(of: .description))
    #expect(user.asked() == ["audio 3"])
  }

  @Test("The volume button opens the bar, and mutes at the second touch")
  func volume() throws {
    var user = watching()
    user.tap(try user.middle(of: .volume))
    #expect(user.asked() == [] && user.interface.context.volume.appearance.isShown)
    user.tap(try user.middle(of: .volume))
    #expect(user.asked() == ["mute on"])
    user.wait(2900)
    #expect(user.interface.context.volume.appearance.isShown)
    user.wait(200)
    #expect(!user.interface.context.volume.appearance.isShown)
  }

  @Test("A finger on the volume bar sets the level under it")
  func volumeBar() throws {
    var user = watching()
    user.tap(try user.middle(of: .volume))
    let track = user.layout.volumeTrack
    user.tap(Point(track.center.x, track.center.y))
    #expect(user.asked() == ["volume 0.5"])
    user.hear { $0.volume = 0.5 }
    user.drag(
      from: Point(track.center.x, track.center.y), to: Point(track.center.x, track.y + 1))
    #expect(user.asked().last == "volume 1.0" || user.asked().last == "volume 0.99")
  }

  @Test("A finger may rest on the volume bar before it moves, and unplugging undoes the drag")
  func volumeRest() throws {
    var user = watching { ($0.isMuted, $0.volume) = (true, 0.4) }
    user.tap(try user.middle(of: .volume))
    let track = user.layout.volumeTrack
    user.touch(Point(track.center.x, track.bottom - 1))
    user.wait(4000)
    #expect(user.interface.context.volume.appearance.isShown)
    user.pull(
      from: Point(track.center.x, track.bottom - 1), to: Point(track.center.x, track.y + 1))
    #expect(user.asked().contains("mute off"))
    user.unplugTouchscreen()
    #expect(user.asked() == ["mute on", "volume 0.4"])
  }

  @Test("A volume bar that a key has shown ignores touches if visitors may not set the volume")
  func volumeHidden() throws {
    var theme = Theme()
    theme.hidden = [.volumeButton]
    var user = SimulatedUser.watching(theme: theme)
    user.interface.options.ignored = [.volume]
    user.key("KEY_VOLUMEDOWN")
    _ = user.asked()
    user.tap(user.layout.volumeTrack.center)
    #expect(user.asked() == [])
    user.interface.options.ignored = []
    user.wait(2000)
    user.key("KEY_VOLUMEDOWN")
    _ = user.asked()
    user.tap(user.layout.volumeTrack.center)
    #expect(user.asked() == ["volume 0.5"])
  }

  @Test("Audio description needs other sound to change to")
  func descriptionAlone() {
    let user = watching { status in
      status.haveEverything()
      status.tracks.removeAll { $0.kind == .audio && $0.audience == .everyone }
    }
    #expect(user.layout.frame(of: .description) == nil)
  }

  @Test("While the next item opens, the buttons stay in place, and so does the focus")
  func opening() throws {
    var user = watching()
    let next = try user.middle(of: .next)
    user.interface.focus = .skipForward
    user.hear { status in
      (status.phase, status.duration, status.entry) = (.opening, nil, 2)
      (status.tracks, status.selected) = ([], [])
    }
    #expect(try user.middle(of: .next) == next && user.layout.frame(of: .skipForward) == nil)
    user.key("KEY_OK")
    #expect(user.asked() == [] && user.interface.focus == .skipForward)
    user.hear { status in
      status.play(entry: 2)
      status.haveEverything()
    }
    user.key("KEY_OK")
    #expect(user.asked() == ["skip 10.0"])
  }

  @Test("Turning the display away from the focused control takes the focus away")
  func turned() {
    var user = SimulatedUser.watching(PixelSize(800, 480), pixelsPerMillimetre: 8.54)
    user.hear { $0.haveEverything() }
    user.hear { ($0.isPaused, $0.duration) = (true, MediaTime(7200, 1)) }
    user.interface.focus = .subtitles
    #expect(user.layout.frame(of: .subtitles) != nil && user.layout.frame(of: .rotate) != nil)
    user.interface.setMetrics(
      Metrics(size: PixelSize(480, 800), pixelsPerMillimetre: 8.54, theme: Theme()))
    #expect(user.layout.frame(of: .subtitles) == nil && user.layout.frame(of: .rotate) != nil)
    #expect(user.interface.focus == nil)
  }

  @Test("With keys, OK opens the volume bar, and up and down change the level")
  func volumeKeys() {
    var user = watching()
    user.interface.focus = .volume
    user.hear { $0.volume = 0.5 }
    user.key("KEY_OK", "KEY_UP", "KEY_DOWN")
    user.wait(2500)
    user.key("KEY_DOWN")
    #expect(user.asked() == ["volume 0.55", "volume 0.5", "volume 0.45"])
    user.key("KEY_OK")
    #expect(user.asked() == ["mute on"])
    user.wait(3500)
    user.interface.focus = .volume
    user.key("KEY_INFO", "KEY_UP")
    #expect(user.asked() == [] && user.interface.focus == .slider)
  }

  @Test(
    "The orientation button shows where it leads, and leads back",
    arguments: [
      (Rotation.none, "rotation 90"), (.clockwise, "rotation 0"), (.upsideDown, "rotation 270"),
      (.counterclockwise, "rotation 180"),
    ])
  func orientation(rotation: Rotation, request: String) throws {
    var user = watching { $0.rotation = rotation }
    user.tap(try user.middle(of: .rotate))
    #expect(user.asked() == [request])
    #expect(user.icons.contains(.portrait))
    user.setMetrics(PixelSize(1080, 1920))
    #expect(user.icons.contains(.landscape) && !user.icons.contains(.portrait))
  }

  @Test("Until the duration is known, the interface says so; for an endless item it does not")
  func calculating() {
    var user = SimulatedUser.watching()
    user.hear { ($0.phase, $0.duration) = (.opening, nil) }
    user.tap(user.place(.middle))
    user.wait(400)
    #expect(user.texts.contains("calculating…"))
    user.hear { $0.duration = MediaTime(600, 1) }
    #expect(!user.texts.contains("calculating…") && user.texts.contains("10:00"))
    user.hear { ($0.duration, $0.isEndless) = (nil, true) }
    #expect(!user.texts.contains("calculating…"))
  }
}

@Suite("Speeds and chapters")
struct InterfaceSpeedTests {
  private func opened(_ change: (inout PlaybackStatus) -> Void = { _ in }) -> SimulatedUser {
    var user = SimulatedUser.watching()
    user.hear { status in
      status.tracks = [TrackInfo(kind: .audio, index: 1, codec: "aac")]
      status.selected = status.tracks
      change(&status)
    }
    user.key("KEY_MENU")
    return user
  }

  /// The texts without marks of the writing direction.
  private func names(_ user: SimulatedUser) -> [String] {
    let marks: Set<Character> = ["\u{200E}", "\u{200F}", "\u{2066}", "\u{2069}"]
    return user.texts.map { $0.filter { !marks.contains($0) } }
  }

  @Test("The menu has the speeds, with a mark at the current one")
  func speeds() throws {
    var user = opened { $0.rate = 1.5 }
    let menu = try #require(user.interface.menu)
    #expect(menu.rows.count == 7 && menu.rows[menu.focus] == .rate(1.5, isChosen: true))
    #expect(names(user).contains("0.75×") && names(user).contains("2×"))
    user.key("KEY_DOWN", "KEY_OK")
    #expect(user.asked() == ["rate 2.0"])
  }

  @Test("A speed left over from a film can be undone in a live stream")
  func leftOver() {
    var user = opened { status in
      status.showLive(behind: 60, window: 600, end: 90_000)
      status.rate = 2
    }
    for _ in 0..<3 { user.key("KEY_UP") }
    user.key("KEY_OK")
    #expect(user.asked() == ["rate 1.0"])
  }

  @Test("A finger's place in the menu stays when a chapter begins")
  func chapterScrolls() throws {
    var user = SimulatedUser.watching()
    user.hear { status in
      status.chapters = (0..<40).map { Chapter(start: MediaTime(Int64(40 + 15 * $0), 1)) }
    }
    user.tap(user.place(.middle))
    user.wait(400)
    user.tap(try user.middle(of: .tracks))
    user.wait(400)
    user.pull(from: Point(1600, 1000), to: Point(1600, 400))
    let offset = try #require(user.interface.menu?.offset)
    #expect(offset > 500)
    user.hear { $0.position = MediaTime(90, 1) }
    #expect(user.interface.menu?.offset == offset)
    user.lift()
  }

  @Test("Hiding the speeds removes them from an open menu")
  func hiddenSpeeds() {
    var user = opened { $0.chapters = [0, 100].map { Chapter(start: MediaTime($0, 1)) } }
    #expect(user.interface.menu?.rows.count == 10)
    user.interface.setHidden(.speed, true)
    #expect(user.interface.menu?.rows.count == 3)
    user.interface.setHidden(.chapters, true)
    #expect(user.interface.menu == nil)
  }

  @Test("A live stream and a still picture have no speeds", arguments: [true, false])
  func none(isLive: Bool) {
    let user = opened { status in
      status.duration = nil
      if isLive { status.showLive(behind: 60, window: 600, end: 90_000) }
    }
    #expect(user.interface.menu == nil)
  }

  @Test("Chapters have their titles or numbers, and lead to their start")
  func chapters() throws {
    var user = opened { status in
      status.chapters = [
        Chapter(title: "Beginning", start: .zero), Chapter(start: MediaTime(50, 1)),
        Chapter(title: "End", start: MediaTime(500, 1)),
      ]
    }
    #expect(["Beginning", "Chapter 2", "End"].allSatisfy(names(user).contains))
    let menu = try #require(user.interface.menu)
    let chosen = menu.rows.filter(\.isChosen)
    #expect(chosen.count == 2, "the speed and the second chapter")
    for _ in 0..<20 { user.key("KEY_DOWN") }
    user.key("KEY_OK")
    #expect(user.asked() == ["seek 500.0"])
  }

  @Test("The mark moves on with the film")
  func chapterMoves() throws {
    var user = opened { status in
      status.chapters = [0, 100].map { Chapter(start: MediaTime($0, 1)) }
    }
    user.hear { $0.position = MediaTime(120, 1) }
    let menu = try #require(user.interface.menu)
    #expect(menu.rows.last?.isChosen == true)
  }
}

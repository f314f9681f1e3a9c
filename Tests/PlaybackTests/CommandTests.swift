import Testing
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

struct CommandTests {
  private func playing(_ names: String = "abc") -> Machine {
    var machine = Machine(names)
    machine.playFirst()
    return machine
  }

  @Test(
    "Speed and volume are clamped to their limits; values that are not numbers are ignored",
    arguments: [(0.1, 0.25, 0.1), (2, 2, 1), (9, 4, 1), (-1, 0.25, 0), (0.5, 0.5, 0.5)])
  func limits(wanted: Double, rate: Double, volume: Double) {
    var machine = playing()
    #expect(machine.perform(.setRate(wanted)) == [.setRate(rate)])
    #expect(machine.perform(.setVolume(wanted)) == [.setVolume(volume)])
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(machine.perform(.setRate(number)) == [] && machine.perform(.setVolume(number)) == [])
    }
    #expect(machine.state.intention.rate == rate && machine.state.intention.volume == volume)
  }

  @Test(
    "The subtitle size is clamped to its limits; values that are not numbers are ignored",
    arguments: [(0.1, 0.25), (2, 2), (9, 4), (Double.nan, 1), (.infinity, 1)])
  func subtitles(wanted: Double, scale: Double) {
    var machine = playing()
    machine.perform(.setSubtitleScale(wanted))
    #expect(machine.state.intention.choices.subtitleStyle.scale == scale)
  }

  @Test("The style of subtitles changes without other pictures, and returns with the choices")
  func subtitleStyle() {
    var machine = playing()
    var style = SubtitleStyle()
    style.window = 0x8000_0000
    #expect(machine.perform(.setSubtitleStyle(style)).map(\.words) == ["choose", "style"])
    #expect(machine.perform(.setSubtitleStyle(style)) == [])
    #expect(machine.perform(.choose(TrackChoices())).map(\.words) == ["choose", "style"])
    #expect(machine.perform(.choose(TrackChoices())) == [])
    var other = TrackChoices()
    other.subtitle = .off
    #expect(machine.perform(.choose(other)).contains { $0.words.hasPrefix("seek") })
  }

  @Test("A rendition preference is reported once and applies to later items")
  func quality() {
    var machine = playing()
    #expect(machine.perform(.setQuality(.lowest)) == [.setQuality(.lowest)])
    #expect(machine.perform(.setQuality(.lowest)) == [])
    machine.passEdge()
    #expect(machine.state.intention.quality == .lowest)
    #expect(machine.complaints == [])
  }

  @Test("No command exceeds the maximum volume, and an item cannot either")
  func maximumVolume() {
    var state = PlaybackState(queue: Queue([Item(path: "a")]), maximumVolume: 0.6)
    func set(_ volume: Double) -> [PlaybackState.Effect] {
      state.perform(.setVolume(volume), position: .zero, picture: .zero)
    }
    #expect(state.intention.volume == 0.6)
    #expect(
      set(1) == [.setVolume(0.6)] && set(0.4) == [.setVolume(0.4)] && set(-1) == [.setVolume(0)])
    var home = DefaultState()
    home.maximumVolume = 0.6
    home.record(.setVolume(0.9))
    #expect(home.volume == 0.6)
  }

  @Test("The volume is the player's times the item's, and zero when muted")
  func volume() {
    var item = Item(path: "a")
    item.volume = 0.5
    var machine = Machine([item])
    machine.perform(.setVolume(0.5))
    machine.perform(.play)
    #expect(machine.load() == [.setVolume(0.25), .begin(Run(1))])
    #expect(machine.perform(.setMuted(true)) == [.setVolume(0)])
    #expect(machine.perform(.setVolume(1)) == [.setVolume(0)])
    #expect(machine.perform(.setMuted(false)) == [.setVolume(0.5)])
  }

  @Test("Previous restarts an item that has played for a while, otherwise goes back one item")
  func previous() {
    var machine = playing()
    machine.perform(.next)
    machine.load()
    #expect(words(machine.perform(.previous, position: MediaTime(3, 1))) == "seek 2>3 to 0")
    machine.load()
    #expect(
      words(machine.perform(.previous, position: MediaTime(2999, 1000))) == "close 3, open a 4")
    machine.load()
    #expect(words(machine.perform(.previous, position: .zero)) == "seek 4>5 to 0")
  }

  @Test(
    "A seek in a live stream stays inside its window",
    arguments: [
      (.skip(by: MediaTime(-10, 1)), "seek 1>2 to 30"),
      (.skip(by: MediaTime(20, 1)), "seek 1>2 to 50"),
      (.skip(by: MediaTime(10, 1)), "seek 1>2 to 45"), (.seek(.init(to: .zero)), "seek 1>2 to 30"),
      (.seek(.init(to: MediaTime(99, 1))), "seek 1>2 to 50"),
      (.seek(.init(to: MediaTime(40, 1), .keyFrame)), "seek 1>2 near 40"),
    ] as [(Command, String)])
  func window(command: Command, effects: String) {
    var machine = playing()
    let window = MediaTime(30, 1)...MediaTime(50, 1)
    #expect(words(machine.perform(command, position: MediaTime(35, 1), window: window)) == effects)
    #expect(machine.complaints == [])
  }

  @Test("Scrubbing stops at the window's edge; previous goes to the previous item")
  func windowElse() {
    var machine = playing()
    let window = MediaTime(30, 1)...MediaTime(50, 1)
    machine.perform(.beginScrubbing)
    let scrub = machine.perform(.scrub(to: MediaTime(7, 1)), window: window)
    #expect(words(scrub) == "seek 1>2 near 30")
    machine.perform(.endScrubbing)
    machine.load()
    machine.perform(.next)
    machine.load()
    let previous = machine.perform(.previous, position: MediaTime(40, 1), window: window)
    #expect(words(previous).contains("open a"))
  }

  @Test("Next does nothing on the last item of a queue that does not loop")
  func next() {
    var machine = playing("a")
    #expect(machine.perform(.next) == [])
    #expect(machine.phase == .playing)
  }

  @Test("A jump to the current entry restarts it; a jump to a missing one does nothing")
  func jump() throws {
    var machine = playing()
    let entry = try #require(machine.entry("a"))
    #expect(words(machine.perform(.jump(to: entry))) == "close 1, open a 2")
    #expect(machine.perform(.jump(to: 99)) == [])
    #expect(machine.complaints == [])
  }

  @Test("Toggle pauses and resumes, and restarts after the end")
  func toggle() {
    var machine = playing("a")
    #expect(words(machine.perform(.toggle)) == "pause")
    #expect(words(machine.perform(.toggle)) == "resume")
    machine.receive(.ended, from: machine.current)
    #expect(words(machine.perform(.toggle)) == "open a 2")
  }

  @Test("Stop closes everything, and play starts over")
  func stop() {
    var machine = playing()
    machine.passEdge()
    machine.prepare()
    #expect(words(machine.perform(.stop)) == "close 3, close 2, blank")
    #expect(words(machine.perform(.play)) == "open a 4")
    #expect(machine.complaints == [])
  }

  @Test("A step pauses first; a step back seeks to just before the current frame")
  func steps() {
    var machine = playing()
    #expect(words(machine.perform(.step(forward: true))) == "pause")
    #expect(words(machine.perform(.step(forward: true))) == "step 1")
    let back = PlaybackState.Seek(to: MediaTime(998, 1000))
    #expect(
      machine.perform(.step(forward: false), position: MediaTime(1, 1)) == [
        .seek(Run(1), to: Run(2), back)
      ])
    #expect(machine.state.isPaused)
  }

  @Test("Choosing another video track reopens the video; choosing the same one does not")
  func pictures() {
    var machine = playing()
    machine.prepare()
    #expect(words(machine.perform(.setFit(.cover))) == "fit, close 2, seek 1>3 to 20")
    #expect(machine.perform(.setFit(.cover)) == [])
    #expect(words(machine.perform(.setRotation(.clockwise))) == "rotation, seek 3>4 to 20")
    #expect(machine.perform(.setRotation(.clockwise)) == [])
    let area = PixelRect(x: 40, y: 60, width: 320, height: 180)
    #expect(words(machine.perform(.setArea(area))) == "area, seek 4>5 to 20")
    #expect(machine.perform(.setArea(area)) == [])
    #expect(words(machine.perform(.setSignLanguage(true))) == "choose, seek 5>6 to 20")
    #expect(machine.perform(.setSignLanguage(true)) == [])
    machine.perform(.select(.subtitle, .index(3)))
    machine.perform(.select(.audio, .off))
    #expect(
      machine.state.intention.choices(in: machine.entry("a")).subtitle == .index(3)
        && machine.state.intention.choices.audio == .off)
    #expect(machine.complaints == [])
  }
}

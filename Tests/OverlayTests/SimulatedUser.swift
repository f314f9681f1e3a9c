import Testing
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

/// A user in front of the display, with fingers, a remote and a clock with timers.
struct SimulatedUser {
  var interface: Interface
  private(set) var now = HostTime(nanoseconds: 5_000_000_000)
  /// The player's last status.
  var status = PlaybackStatus()
  private(set) var requests: [InterfaceRequest] = []
  /// The texts that were spoken; an empty one ended the text before it.
  private(set) var spoken: [Utterance] = []
  private var fingers: [Int: Point] = [:]

  init(
    _ size: PixelSize = PixelSize(1920, 1080), pixelsPerMillimetre: Double? = nil,
    list: Int = 0, attractTimeout: Duration? = nil, theme: Theme = Theme(),
    idle: IdleTime = .never, change: (inout InterfaceOptions) -> Void = { _ in }
  ) {
    var options = InterfaceOptions()
    options.idle = idle
    options.theme = theme
    options.entries = (0..<list).map { CatalogueEntry(id: $0, title: "Video \($0)") }
    options.hasList = list > 0
    options.attractTimeout = attractTimeout
    change(&options)
    let metrics = Metrics(
      size: size, pixelsPerMillimetre: pixelsPerMillimetre, theme: theme, reach: options.reach)
    interface = Interface(options, metrics: metrics, now: now)
  }

  /// A user who watches a video of ten minutes with a choice of tracks, from a gallery if there
  /// is one.
  static func watching(
    _ size: PixelSize = PixelSize(1920, 1080), pixelsPerMillimetre: Double? = nil,
    list: Int = 0, attractTimeout: Duration? = nil, theme: Theme = Theme(),
    idle: IdleTime = .never
  ) -> SimulatedUser {
    var user = SimulatedUser(
      size, pixelsPerMillimetre: pixelsPerMillimetre, list: list, attractTimeout: attractTimeout,
      theme: theme, idle: idle)
    if list > 0 { user.key("KEY_DOWN", "KEY_OK") }
    user.hear { $0.play(entry: 1) }
    user.requests = []
    return user
  }

  /// The requests since the last call, in script words.
  mutating func asked() -> [String] { takeRequests().map(\.description) }

  mutating func takeRequests() -> [InterfaceRequest] {
    defer { requests = [] }
    return requests
  }

  // Time, and the player.

  /// Advances time and fires the interface's timers.
  mutating func wait(_ duration: Duration) {
    let end = now + duration
    var rings = 0
    while let due = interface.deadline(now), due <= end {
      now = max(now, due)
      requests += interface.timePassed(now)
      listen()
      rings += 1
      guard rings < 10_000 else {
        Issue.record("the timer fires endlessly")
        break
      }
    }
    now = end
  }

  mutating func wait(_ milliseconds: Int) { wait(.milliseconds(milliseconds)) }

  mutating func hear(_ change: (inout PlaybackStatus) -> Void) {
    change(&status)
    requests += interface.receive(status, at: now)
    listen()
  }

  private mutating func listen() {
    spoken += [interface.utterance(), interface.subtitleUtterance()].compactMap(\.self)
  }

  /// The subtitles on screen change.
  mutating func see(_ lines: [String]?, isGrowing: Bool = false) {
    interface.receiveSubtitle(lines, isGrowing: isGrowing, at: now)
    listen()
  }

  /// The texts since the last call.
  mutating func heard() -> [String] {
    defer { spoken = [] }
    return spoken.map(\.text)
  }

  mutating func setMetrics(_ size: PixelSize) {
    let theme = interface.options.theme
    interface.setMetrics(Metrics(size: size, pixelsPerMillimetre: nil, theme: theme))
  }

  mutating func hearFailure() {
    var item = Item(path: "a.mp4")
    item.title = "holiday.mp4"
    interface.receiveFailure(of: item, at: now)
  }

  mutating func unplugTouchscreen() {
    fingers = [:]
    requests += interface.loseTouches(at: now)
  }

  // Fingers.

  /// Sets all fingers on the glass.
  mutating func touch(_ places: Point...) {
    touch(Dictionary(uniqueKeysWithValues: places.enumerated().map { ($0, $1) }))
  }

  mutating func touch(_ fingers: [Int: Point]) {
    self.fingers = fingers
    let contacts = fingers.sorted { $0.key < $1.key }.map { Contact(id: $0, at: $1) }
    requests += interface.receive(TouchFrame(contacts, at: now))
    listen()
  }

  mutating func lift() { touch() }

  /// Taps, with 100 ms between lifting and landing.
  mutating func tap(_ place: Point, times: Int = 1) {
    for time in 0..<times {
      if time > 0 { wait(100) }
      touch(place)
      wait(60)
      lift()
    }
  }

  /// Puts a finger down and moves it in ten steps of 16 ms each, without lifting it.
  mutating func pull(from start: Point, to end: Point) {
    touch(start)
    for step in 1...10 {
      wait(16)
      let part = Double(step) / 10
      touch(Point(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part))
    }
  }

  mutating func drag(from start: Point, to end: Point) {
    pull(from: start, to: end)
    wait(16)
    lift()
  }

  // Keys.

  mutating func key(_ names: String...) {
    for name in names {
      keyDown(name)
      wait(60)
      keyUp(name)
      wait(60)
    }
  }

  mutating func keyDown(_ name: String) {
    requests += interface.receiveKey(name, isDown: true, at: now)
    listen()
  }

  mutating func keyUp(_ name: String) {
    requests += interface.receiveKey(name, isDown: false, at: now)
  }

  mutating func unplugKey(_ name: String) { requests += interface.loseKey(name, at: now) }

  /// Holds a barcode to the reader.
  mutating func scan(_ code: String) { requests += interface.receiveCode(code, at: now) }

  mutating func hold(_ name: String, for milliseconds: Int) {
    keyDown(name)
    wait(milliseconds)
    keyUp(name)
  }
}

extension PlaybackStatus {
  /// Plays ten minutes of an item with a choice of tracks.
  mutating func play(entry: Int) {
    (phase, isPaused, self.entry) = (.playing, false, entry)
    (duration, position) = (MediaTime(600, 1), MediaTime(60, 1))
    tracks = [
      TrackInfo(kind: .subtitle, index: 2, codec: "ass", language: "deu"),
      TrackInfo(kind: .audio, index: 1, codec: "aac", language: "eng"),
      TrackInfo(kind: .audio, index: 3, codec: "aac", language: "fra"),
    ]
    selected = [tracks[1]]
  }

  /// Makes every control available: audio description, other items, chapters.
  mutating func haveEverything() {
    tracks.append(
      TrackInfo(
        kind: .audio, index: 4, codec: "aac", language: "eng", audience: .visuallyImpaired))
    (hasNext, hasPrevious) = (true, true)
    chapters = [0, 200, 400].map { Chapter(title: "Part \($0)", start: MediaTime($0, 1)) }
  }
}

// The user's view.
extension SimulatedUser {
  var screen: Rect { Rect(interface.context.metrics.size) }
  var layout: PlayerLayout { interface.context.layout }
  var drawings: [Drawing] { interface.drawings(at: now) }
  var seesBars: Bool { interface.screen.video?.visibility.isShown ?? false }

  /// The middle of the left, middle or right third, away from the controls.
  func place(_ third: Region.Third) -> Point {
    let part =
      switch third {
      case .left: 1.0 / 6
      case .middle: 0.5
      case .right: 5.0 / 6
      }
    return Point(screen.width * part, screen.height * 0.3)
  }

  func middle(of control: Control) throws -> Point {
    try #require(layout.frame(of: control)).center
  }

  /// A position on the slider, as a fraction of its length.
  func onSlider(_ part: Double) throws -> Point {
    let slider = try #require(layout.frame(of: .slider))
    return Point(slider.x + part * slider.width, slider.center.y)
  }

  var texts: [String] {
    drawings.compactMap { if case .text(let text) = $0.shape { text.string } else { nil } }
  }

  /// The labels that show the skipped time.
  var skipLabels: [String] { texts.filter { $0.hasPrefix("+") || $0.hasPrefix("−") } }

  var icons: [Icon] {
    drawings.compactMap { if case .icon(let icon, _) = $0.shape { icon } else { nil } }
  }

  /// Whether the interface has no overdue request.
  var owesNothing: Bool { interface.deadline(now).map { $0 > now } ?? true }

  var seesSpinner: Bool {
    drawings.contains { if case .arc = $0.shape { true } else { false } }
  }
}

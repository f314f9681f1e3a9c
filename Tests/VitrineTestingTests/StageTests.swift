import Testing
import VitrineKit
import VitrineTesting

@Suite("A player on a stage")
struct StageTests {
  /// Without an interface, as in most programs' tests.
  private static var plain: PlayerOptions {
    var options = PlayerOptions()
    options.interface = nil
    return options
  }

  private static func items(_ names: String...) -> [Item] { names.map { Item(path: $0) } }

  private static func words(_ stage: Stage) -> [String] {
    stage.events.compactMap { received in
      switch received.event {
      case .playing(let item): "playing \(item)"
      case .failed(let item, let error): "failed \(item): \(error.category.rawValue)"
      case .nothingPlayable(_, let delay): "again in \(delay.components.seconds) s"
      case .waiting(let item, let why): "waiting \(item): \(why)"
      case .ended: "ended"
      default: nil
      }
    }
  }

  @Test("Two items play to their ends in succession, each frame once and on its vblank")
  func two() throws {
    let stage = Stage(refresh: 50)
    stage.films = ["a.mp4": Film(seconds: 12), "b.mp4": Film(seconds: 3)]
    let player = stage.player(Self.items("a.mp4", "b.mp4"), options: Self.plain)
    stage.advance(by: .seconds(11))
    #expect(player.status.item?.location == "a.mp4")
    #expect(player.status.duration == .seconds(12))
    stage.advance(by: .seconds(2))
    #expect(player.status.item?.location == "b.mp4" && player.status.phase == .playing)
    stage.advance(by: .seconds(3))
    #expect(player.status.phase == .ended)
    #expect(Self.words(stage) == ["playing a.mp4", "playing b.mp4", "ended"])
    let shown = stage.frames.filter { $0.item != nil }
    #expect(shown.count == 15 * 25)
    // The first frame is there before the clock runs; each other one comes 40 ms after the
    // previous one.
    let gaps = zip(shown.dropFirst(), shown.dropFirst(2)).map { $1.time - $0.time }
    #expect(gaps.allSatisfy { $0 == .milliseconds(40) }, "\(Set(gaps))")
    let first = try #require(shown.first { $0.item?.location == "b.mp4" })
    #expect(
      first.position == .zero && first.time == shown[1].time + .seconds(12) - .milliseconds(40))
  }

  @Test("A film of many hours stays accurate, even after seeks and before another item")
  func long() {
    let stage = Stage()
    stage.films = ["a": Film(seconds: 90_000, frameRate: 1), "b": Film(seconds: 2)]
    let player = stage.player(Self.items("a", "b"), options: Self.plain)
    stage.advance(by: .seconds(1))
    player.seek(to: .seconds(7200))
    stage.advance(by: .seconds(10))
    #expect(stage.frames.last?.item?.location == "a")
    #expect(stage.frames.last.map { $0.position >= .seconds(7205) } == true)
    player.seek(to: .seconds(89_998))
    stage.advance(by: .seconds(4))
    #expect(stage.frames.last?.item?.location == "b")
    #expect(stage.frames.last.map { $0.position < .seconds(2) } == true)
    #expect(stage.frames.allSatisfy { $0.item != nil && $0.position >= .zero })
  }

  @Test("The program's film replaces the gallery, which returns after it")
  func overList() {
    let stage = Stage(width: 320, height: 180)
    stage.films["a"] = Film(seconds: 20, hasSound: false)
    var options = PlayerOptions()
    options.interface?.gallery = Self.items("b", "c")
    let player = stage.player(Self.items("a"), options: options)
    func isSeen() -> Bool { stage.screenshot()?.color(x: 160, y: 150) == 0x404040 }
    stage.advance(by: .seconds(2))
    // A gallery waits for visitors: the queue waits.
    #expect(player.status.phase == .idle && !isSeen())
    player.play(Item(path: "a"))
    stage.advance(by: .seconds(2))
    #expect(player.status.isPlaying && isSeen())
    player.stop()
    stage.advance(by: .seconds(2))
    #expect(player.status.phase == .idle && !isSeen())
    player.play(Item(path: "a"))
    stage.advance(by: .seconds(25))
    #expect(!player.status.isPlaying && !isSeen())
  }

  @Test("The status shows the requests before the start and nothing of the film after the end")
  func ends() async {
    let stage = Stage()
    var options = Self.plain
    (options.volume, options.fit, options.isPaused) = (0.3, .cover, true)
    let player = stage.player(Self.items("a"), options: options)
    #expect(player.status.volume == 0.3 && player.status.fit == .cover && player.status.isPaused)
    stage.advance(by: .seconds(1))
    #expect(player.status.duration != nil && player.status.title != nil)
    player.close()
    stage.advance(by: .seconds(1))
    #expect(player.status.duration == nil && player.status.title == nil)
    #expect(player.status.tracks.isEmpty && player.status.item == nil)
    await #expect(throws: PlayerError.self) { try await player.screenshot() }
  }

  @Test("Every run gives the same result")
  func same() {
    let runs = (0..<2).map { _ in
      let stage = Stage()
      stage.films["b"] = Film(seconds: 2, frameRate: 29.97)
      let player = stage.player(Self.items("a", "b"), options: Self.plain)
      stage.advance(by: .seconds(1))
      player.setRate(2)
      stage.advance(by: .seconds(7))
      return stage.frames.map { "\($0.item?.location ?? "") \($0.position) \($0.time)" }
    }
    #expect(runs[0] == runs[1] && runs[0].count > 100)
  }

  @Test("A seek reaches its target, and the end if the target is beyond it")
  func seek() throws {
    let stage = Stage()
    stage.films["a"] = Film(seconds: 100)
    let player = stage.player(Self.items("a"), options: Self.plain)
    stage.advance(by: .seconds(1))
    player.seek(to: .seconds(70))
    // The decoder takes a moment for the first frame at a position.
    stage.advance(by: .milliseconds(250))
    let shown = try #require(stage.frames.last)
    #expect(shown.position >= .seconds(70) && shown.position < .seconds(70.3), "\(shown)")
    player.skip(by: .seconds(-30))
    stage.advance(by: .seconds(1))
    #expect(player.status.position > .seconds(40.8) && player.status.position < .seconds(41.2))
    player.seek(to: .seconds(1000))
    stage.advance(by: .seconds(1))
    #expect(player.status.phase == .ended)
  }

  @Test("The position advances at the rate", arguments: [0.5, 1, 2, 4])
  func rate(_ rate: Double) {
    let stage = Stage()
    stage.films["a"] = Film(seconds: 100)
    let player = stage.player(Self.items("a"), options: Self.plain)
    player.setRate(rate)
    stage.advance(by: .seconds(1))
    let before = player.status.position
    stage.advance(by: .seconds(10))
    #expect(player.status.rate == rate)
    let gone = player.status.position - before
    #expect(gone > .seconds(10 * rate - 0.1) && gone < .seconds(10 * rate + 0.1), "\(gone)")
  }

  @Test("A loop continues forever", arguments: [PlayerQueue.Loop.item, .queue])
  func loop(_ loop: PlayerQueue.Loop) {
    let stage = Stage()
    let film = Film(seconds: 2, frameRate: 10, hasSound: false)
    stage.films = ["a": film, "b": film]
    var options = Self.plain
    options.loop = loop
    let player = stage.player(Self.items("a", "b"), options: options)
    stage.advance(by: .seconds(41))
    #expect(player.status.phase == .playing)
    let played = stage.frames.filter { $0.position == .zero }.compactMap { $0.item?.location }
    #expect(played.count == 21)
    #expect(played.contains("b") == (loop == .queue))
  }

  @Test(
    "A failure is reported, and the next item plays",
    arguments: [
      (Film.Fault.unreadable(PlayerError(.source, "there is none")), "source"),
      (.damaged(from: .seconds(2)), "decode"), (.stalls(from: .seconds(2)), "decode"),
    ])
  func failing(_ fault: Film.Fault, _ category: String) {
    let stage = Stage()
    var bad = Film(seconds: 10, hasSound: false)
    bad.fault = fault
    stage.films = ["bad": bad, "b": Film(seconds: 1)]
    let player = stage.player(Self.items("bad", "b"), options: Self.plain)
    stage.advance(by: .seconds(12))
    #expect(player.status.phase == .ended)
    #expect(Self.words(stage).suffix(3) == ["failed bad: \(category)", "playing b", "ended"])
  }

  @Test("A queue without playable items is retried with back-off")
  func nothing() {
    let stage = Stage()
    stage.films["a"] = .unreadable()
    var options = Self.plain
    options.loop = .queue
    _ = stage.player(Self.items("a"), options: options)
    stage.advance(by: .seconds(8))
    let again = Self.words(stage).filter { $0.hasPrefix("again") }
    #expect(again == ["again in 1 s", "again in 2 s", "again in 4 s", "again in 8 s"])
  }

  @Test("A boundary is reported once, at its exact time", .timeLimit(.minutes(1)))
  func crossing() async {
    let stage = Stage()
    let player = stage.player(Self.items("a"), options: Self.plain)
    let crossings = player.boundaryTimes(at: [.seconds(2), .seconds(5)])
    var received = crossings.makeAsyncIterator()
    stage.advance(by: .seconds(1))
    stage.advance(by: .seconds(2) - player.status.position + .microseconds(100))
    #expect(await received.next() == .seconds(2))
    player.pause()
    stage.advance(by: .seconds(60))
    player.play()
    stage.advance(by: .seconds(30))
    #expect(await received.next() == .seconds(5))
    #expect(await received.next() == nil)
  }

  @Test("A boundary is never reported early", .timeLimit(.minutes(1)))
  func early() async {
    let stage = Stage()
    let player = stage.player(Self.items("a"), options: Self.plain)
    let crossings = player.boundaryTimes(at: [.seconds(2)])
    stage.advance(by: .seconds(1))
    stage.advance(by: .seconds(2) - player.status.position - .microseconds(100))
    player.close()
    stage.advance(by: .seconds(10))
    for await _ in crossings { Issue.record("the boundary was not reached") }
  }

  @Test("Statuses, events and times can be read afterwards and end with the player")
  func sequences() async throws {
    let stage = Stage()
    let player = stage.player(Self.items("a"), options: Self.plain)
    let (events, statuses) = (player.events, player.statuses)
    let times = player.positions(every: .seconds(1))
    async let run: Void = player.run()
    stage.advance(by: .seconds(30))
    try await run
    var (isEnded, phases, last) = (false, [PlayerStatus.Phase](), Duration.zero)
    for await event in events { if case .ended = event { isEnded = true } }
    for await status in statuses { phases.append(status.phase) }
    for await time in times { last = time }
    #expect(isEnded && phases == [.ended])
    #expect(last >= .seconds(9) && last < .seconds(10))
  }

  @Test("A paused player stays paused for hours")
  func pause() {
    let stage = Stage()
    let player = stage.player(Self.items("a"), options: Self.plain)
    stage.advance(by: .seconds(2))
    player.pause()
    stage.advance(by: .seconds(1))
    let (position, shown) = (player.status.position, stage.frames.count)
    #expect(player.status.isPaused && player.status.phase == .playing)
    stage.advance(by: .seconds(3600))
    #expect(player.status.position == position && stage.frames.count == shown)
    player.play()
    stage.advance(by: .seconds(1))
    #expect(stage.frames.count > shown + 20)
  }

  @Test("Requests show in the status once settled")
  func settings() async {
    let stage = Stage()
    let player = stage.player(Self.items("a"), options: Self.plain)
    player.setVolume(0.25)
    player.setMuted(true)
    player.setFit(.cover)
    await player.waitUntilApplied()
    #expect(stage.time == .zero)
    #expect(player.status.volume == 0.25 && player.status.isMuted && player.status.fit == .cover)
    player.append(Item(path: "b"))
    stage.advance(by: .zero)
    #expect(player.queue.entries.map(\.item.location) == ["a", "b"])
  }

  @Test("Tracks are chosen as in a film")
  func tracks() {
    let stage = Stage()
    var film = Film()
    (film.audioLanguages, film.subtitleLanguages) = (["en", "de"], ["fr"])
    stage.films["a"] = film
    var options = Self.plain
    options.audioLanguages = ["de"]
    let player = stage.player(Self.items("a"), options: options)
    stage.advance(by: .seconds(1))
    #expect(player.status.tracks.compactMap(\.language) == ["en", "de", "fr"])
    #expect(player.status.selectedTracks.compactMap(\.language) == ["de"])
    player.select(.subtitle, .language("fr"))
    stage.advance(by: .seconds(1))
    #expect(player.status.selectedTracks.compactMap(\.language) == ["de", "fr"])
  }

  @Test("Slow data stalls, and a lost connection gives its cause")
  func arrival() {
    let stage = Stage()
    var film = Film(seconds: 20)
    film.downloadRate = 2
    stage.films["a"] = film
    let player = stage.player(Self.items("a"), options: Self.plain)
    stage.advance(by: .seconds(3))
    #expect(player.status.phase == .playing && !player.status.isWaiting)
    stage.isOffline = true
    stage.advance(by: .seconds(20))
    #expect(
      player.status.isWaiting && player.status.networkError == "the network is down",
      "\(player.status.phase) \(player.status.position) \(player.status.networkError ?? "")")
    stage.isOffline = false
    stage.advance(by: .seconds(30))
    #expect(player.status.phase == .ended)
    #expect(Self.words(stage).contains("waiting a: the network is down"))
  }

  @Test("A player that stays open plays an item once it can be played, without a loop")
  func recovers() {
    let stage = Stage()
    stage.films = ["a": .unreadable(), "b": .unreadable()]
    var options = Self.plain
    options.staysOpen = true
    let player = stage.player(Self.items("a", "b"), options: options)
    stage.advance(by: .seconds(2))
    #expect(player.status.phase == .failed)
    stage.films["b"] = Film(seconds: 3)
    stage.advance(by: .seconds(3))
    #expect(player.status.item?.location == "b" && player.status.phase == .playing)
    stage.advance(by: .seconds(3))
    #expect(player.status.phase == .ended)
    #expect(Self.words(stage).filter { $0.hasPrefix("again") }.first == "again in 1 s")
  }

  @Test("A screenshot has the colour of the current item")
  func screenshot() async throws {
    let stage = Stage(width: 64, height: 48)
    stage.films["a"] = .picture(0xC0_20_40)
    var options = Self.plain
    options.staysOpen = true
    let player = stage.player(Self.items("a"), options: options)
    #expect(stage.screenshot() == nil)
    stage.advance(by: .seconds(1))
    let shot = try await player.screenshot()
    #expect(shot.width == 64 && shot.color(x: 32, y: 24) == 0xC0_20_40)
    player.play(.color(0x0000FF))
    stage.advance(by: .seconds(1))
    #expect(stage.screenshot()?.color(x: 0, y: 0) == 0x0000FF)
  }

  @Test("run() returns after the last item, throws if nothing played, and ends with its task")
  func run() async throws {
    let stage = Stage()
    stage.films["bad"] = .unreadable()
    let player = stage.player(Self.items("bad"), options: Self.plain)
    let first = Task { try await player.run() }
    stage.advance(by: .seconds(1))
    await #expect(throws: PlayerError(.format, "bad: unreadable")) { try await first.value }
    let other = stage.player(Self.items("a"), options: Self.plain)
    let second = Task { try await other.run() }
    stage.advance(by: .seconds(1))
    second.cancel()
    try await second.value
    var options = Self.plain
    options.decoder = ""
    let wrong = stage.player(Self.items("a"), options: options)
    await #expect(throws: PlayerError.self) { try await wrong.run() }
  }

  @Test("Two players follow one clock")
  func wall() {
    let stage = Stage()
    let players = ["a", "b"].map { stage.player([Item(path: $0)], options: Self.plain) }
    stage.advance(by: .seconds(5))
    #expect(players[0].status.position == players[1].status.position)
    players[0].close()
    stage.advance(by: .seconds(1))
    #expect(stage.frames(of: players[0]).count < stage.frames(of: players[1]).count)
  }

  @Test("Two hours of images are shown minute by minute")
  func hours() {
    let stage = Stage(width: 64, height: 48)
    for name in ["a", "b", "c"] { stage.films[name] = .picture() }
    var options = Self.plain
    options.loop = .queue
    var items = Self.items("a", "b", "c")
    for index in items.indices { items[index].duration = .seconds(60) }
    let player = stage.player(items, options: options)
    stage.advance(by: .seconds(7200))
    #expect(player.status.phase == .playing)
    #expect(stage.frames.count == 120)
  }

  @Test(
    "Two hundred images take their total duration at any refresh rate")
  func lengths() throws {
    let stage = Stage(width: 64, height: 48)
    for name in ["a", "b"] { stage.films[name] = .picture() }
    var options = Self.plain
    options.loop = .queue
    var items = Self.items("a", "b")
    // A quarter of a vblank more than 60 of them.
    for index in items.indices { items[index].duration = .microseconds(1_004_160) }
    _ = stage.player(items, options: options)
    stage.advance(by: .seconds(202))
    let begun = try #require(stage.frames.first).time
    for (number, shown) in stage.frames.enumerated() {
      let late = (shown.time - begun - .microseconds(1_004_160) * number) / .milliseconds(1)
      #expect(abs(late) < 17, "\(number): \(late) ms")
    }
    #expect(stage.frames.count == 202)
  }
}

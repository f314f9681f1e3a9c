import Foundation
import Testing
import VitrineFakes
import VitrineKit
import VitrineStreaming

/// A player as a program uses it, on a display in memory.
struct PlayerLifeTests {
  private let folder: FilmFolder

  init() throws { folder = try FilmFolder() }

  private var quiet: PlayerOptions {
    var options = PlayerOptions()
    (options.sound, options.interface, options.handlesSignals) = (.off, nil, false)
    return options
  }

  private func player(_ items: [Item], _ options: PlayerOptions? = nil) -> Player {
    Player(
      items, on: .headless(width: 160, height: 90), options: options ?? quiet,
      sources: [.streaming()])
  }

  /// The events of a sequence until it ends.
  private func words(_ events: AsyncStream<PlayerEvent>) async -> [String] {
    var words: [String] = []
    for await event in events {
      switch event {
      case .playing(let item): words.append("playing \(item)")
      case .shown(let item, _, _): words.append("shown \(item)")
      case .failed(let item, let error): words.append("failed \(item): \(error.category)")
      case .ended: words.append("ended")
      default: break
      }
    }
    return words
  }

  @Test("run() returns after the last item, and its events arrive in order")
  func runs() async throws {
    let items = [
      Item(path: try folder.film("a.mp4", seconds: 0.4)), Item(path: folder.path(of: "none.mp4")),
      Item.color(0xC06000, for: .milliseconds(300)),
    ]
    let player = player(items)
    let events = player.events
    async let received = words(events)
    try await player.run()
    let all = await received
    // The order of an item's own events is unspecified, and so is when the next item, which is
    // opened earlier, fails.
    #expect(all.filter { $0.hasPrefix("failed") } == ["failed none.mp4: source"])
    #expect(all.filter { $0.hasPrefix("shown") } == ["shown a.mp4", "shown color:#c06000"])
    #expect(all.filter { $0.hasPrefix("playing") } == ["playing a.mp4", "playing color:#c06000"])
    #expect(all.last == "ended")
    #expect(player.status.phase == .ended)
    for await _ in player.events { Issue.record("the player has ended") }
    for await _ in player.positions(every: .seconds(1)) { Issue.record("the player has ended") }
    await player.waitUntilApplied()
  }

  @Test("A cancelled task ends its player, before playback or in the middle")
  func cancelled() async throws {
    for waits in [true, false] {
      var options = quiet
      options.loop = .queue
      let player = player([Item(path: try folder.film("long.mp4", seconds: 30))], options)
      let events = player.events
      let run = Task { try await player.run() }
      if waits { for await event in events { if case .shown = event { break } } }
      run.cancel()
      try await run.value
      #expect(player.status.phase != .ended)
    }
  }

  @Test("A player that must end before its start opens nothing", arguments: [true, false])
  func neverBegun(isClosed: Bool) async throws {
    for _ in 0..<10 {
      let server = try ScriptedServer { _, line in
        line.answer("404 Not Found")
        return true
      }
      let player = player([try Item(server.url("/a.mp4"))])
      let run = Task {
        if isClosed { player.close() } else { withUnsafeCurrentTask { $0?.cancel() } }
        try await player.run()
      }
      try await run.value
      #expect(server.connections == 0)
    }
  }

  @Test("close() ends the player, which runs only once")
  func closed() async throws {
    let player = player([.color(0, for: .seconds(60))])
    async let run: Void = player.run()
    player.close()
    try await run
    await #expect(throws: PlayerError.self) { try await player.run() }
  }

  @Test(
    "Closing or releasing a player that never ran does not wait for its attachments",
    .timeLimit(.minutes(1)), arguments: [true, false])
  func attached(isReleased: Bool) async {
    var player: Player? = player([.color(0)])
    let gate = DispatchSemaphore(value: 0)
    let (closed, report) = AsyncStream.makeStream(of: DispatchTimeoutResult.self)
    let number = player?.attachments.attach(
      onEvent: { _ in },
      onEnd: {
        report.yield(gate.wait(timeout: .now() + 20))
        report.finish()
      })
    #expect(number != nil)
    if isReleased { player = nil } else { player?.close() }
    gate.signal()
    for await result in closed { #expect(result == .success) }
  }

  @Test(
    "settle() waits for nothing before run() or after a cancellation",
    .timeLimit(.minutes(1)))
  func settling() async throws {
    let player = player([.color(0, for: .seconds(60))])
    player.setVolume(0.5)
    await player.waitUntilApplied()
    async let run: Void = player.run()
    while player.status.phase != .playing { await player.waitUntilApplied() }
    #expect(player.status.volume == 0.5)
    player.setVolume(0.25)
    await player.waitUntilApplied()
    #expect(player.status.volume == 0.25)
    // At any time and in any order of ending, each returns.
    for place in 0..<60 {
      let tasks = (0..<4).map { _ in Task { await player.waitUntilApplied() } }
      tasks[place % 4].cancel()
      for task in tasks { await task.value }
    }
    player.close()
    try await run
  }

  @Test("The sequences of a player released before it runs end", .timeLimit(.minutes(1)))
  func dropped() async {
    var player: Player? = player([.color(0)])
    let (events, statuses, inputs) = (player?.events, player?.statuses, player?.inputs)
    let times = player?.positions(every: .seconds(1))
    player = nil
    if let events { for await _ in events { Issue.record("the player never ran") } }
    if let statuses { for await _ in statuses { Issue.record("the player never ran") } }
    if let inputs { for await _ in inputs { Issue.record("the player never ran") } }
    if let times { for await _ in times { Issue.record("the player never ran") } }
  }

  @Test("If nothing can be played, the first cause is thrown")
  func nothing() async throws {
    let player = player([Item(path: folder.path(of: "a.mp4")), Item(path: folder.path)])
    let error = await #expect(throws: PlayerError.self) { try await player.run() }
    #expect(error?.category == .source && error?.message.contains("a.mp4") == true)
  }

  @Test("A program that can play nothing ends with the cause in one line and its exit status")
  func exits() async throws {
    let result = try await #require(
      processExitsWith: .exitCode(66), observing: [\.standardErrorContent]
    ) {
      var options = PlayerOptions()
      (options.sound, options.interface) = (.off, nil)
      await Player(
        [Item(path: "/nowhere/film\u{1B}[2J.mp4")], on: .headless(width: 320, height: 180),
        options: options
      ).runOrExit()
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains(": /nowhere/film") && text.hasSuffix("\n"))
    #expect(!text.contains("Fatal error") && !text.contains("\u{1B}"))
  }

  @Test("A misused program ends with its usage and status 64")
  func usage() async throws {
    let result = try await #require(
      processExitsWith: .exitCode(64), observing: [\.standardErrorContent]
    ) { Player.exit(usage: "FILM…") }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.hasPrefix("usage: ") && text.hasSuffix(" FILM…\n"))
  }

  @Test("Invalid options throw an error with a remedy")
  func wishes() async throws {
    var decoder = quiet
    decoder.decoder = ""
    var keys = quiet
    keys.interface = Interface()
    keys.interface?.keyBindings = ["KEY_RED": "fly"]
    var screen = Screen()
    screen.mode = "big"
    let players = [
      ("decoder", player([], decoder)), ("fly", player([], keys)),
      ("1920x1080", Player(on: screen, options: quiet)),
    ]
    for (word, player) in players {
      let error = await #expect(throws: PlayerError.self) { try await player.run() }
      #expect(error?.category == .configuration && error?.message.contains(word) == true)
    }
    #expect(throws: PlayerError.self) { try Item("gopher://example.org/film") }
    #expect(throws: PlayerError.self) { try Item("file:///film%zz.mp4") }
    #expect(try Item("file:///a%20b.mp4").location == "/a b.mp4")
    #expect(try Item("https://example.org/a.mp4?key=7").location.contains("key") == false)
  }

  @Test("A screenshot has the visible content and can be written")
  func screenshot() async throws {
    let player = player([.color(0x3060C0, for: .seconds(60))])
    let events = player.events
    async let run: Void = player.run()
    for await event in events { if case .shown = event { break } }
    let picture = try await player.screenshot()
    #expect(picture.width == 160 && picture.height == 90)
    #expect(picture.color(x: 80, y: 45) == 0x3060C0)
    try await picture.write(to: folder.path(of: "shot.png"))
    await #expect(throws: PlayerError.self) {
      try await picture.write(to: folder.path(of: "no/shot.png"))
    }
    player.close()
    try await run
  }

  @Test("A player that took screenshots leaves no thread behind")
  func noThreadLeft() async throws {
    // In a separate process: other tests take screenshots, too.
    await #expect(processExitsWith: .success) {
      var options = PlayerOptions()
      (options.sound, options.interface, options.handlesSignals) = (.off, nil, false)
      for _ in 0..<3 {
        let player = Player(
          [.color(0x3060C0, for: .seconds(60))], on: .headless(width: 160, height: 90),
          options: options)
        let events = player.events
        async let run: Void = player.run()
        for await event in events { if case .shown = event { break } }
        _ = try await player.screenshot()
        player.close()
        try await run
        await #expect(throws: PlayerError.self) { try await player.screenshot() }
      }
      let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
      let names = threads.map {
        (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) ?? ""
      }
      #expect(!names.contains("screenshots\n"), "\(names)")
    }
  }

  @Test("Two players in a program play at the same time")
  func two() async throws {
    let film = try folder.film("a.mp4", seconds: 0.5)
    let players = [player([Item(path: film)]), player([Item(path: film), Item(path: film)])]
    try await withThrowingTaskGroup { group in
      for player in players { group.addTask { try await player.run() } }
      try await group.waitForAll()
    }
    #expect(players.allSatisfy { $0.status.phase == .ended })
  }

  @Test("A film has thumbnails and a poster, and a file that is not a film is reported")
  func thumbnails() async throws {
    let thumbnails = Thumbnails(in: folder.path(of: "small"))
    let film = Item(path: try folder.film("a.mp4", seconds: 2))
    var positions: [Duration] = []
    for try await picture in thumbnails.thumbnails(of: film, count: 4, width: 64) {
      #expect(picture.width == 64 && picture.height == 36)
      positions.append(picture.position)
    }
    #expect(positions == [250, 750, 1250, 1750].map { .milliseconds($0) })
    #expect(try await thumbnails.poster(of: film, width: 80).width == 80)
    await #expect(throws: PlayerError.self) {
      try await thumbnails.poster(of: Item(path: folder.path))
    }
    // Two readers of the same request each get everything, even if the first leaves early.
    let leaver = thumbnails.thumbnails(of: film, count: 6)
    async let counted = thumbnails.thumbnails(of: film, count: 6).reduce(0) { sum, _ in sum + 1 }
    for try await _ in leaver { break }
    #expect(try await counted == 6)
    for try await _ in thumbnails.thumbnails(of: film, count: 400) { break }
  }

  @Test("With a source, items on servers have thumbnails and posters", .timeLimit(.minutes(1)))
  func thumbnailsOnServer() async throws {
    let film = try folder.film("a.mp4", seconds: 2)
    let bytes = Array(try Data(contentsOf: URL(filePath: film)))
    let server = try ScriptedServer(ScriptedServer.giving(bytes))
    var item = try Item(server.url("/a.mp4"))
    item.headers = ["X-Screen": "7"]
    let thumbnails = Thumbnails(in: folder.path(of: "small"), sources: [.streaming()])
    var positions: [Duration] = []
    for try await picture in thumbnails.thumbnails(of: item, count: 4, width: 64) {
      #expect(picture.width == 64 && picture.height == 36)
      positions.append(picture.position)
    }
    #expect(positions == [250, 750, 1250, 1750].map { .milliseconds($0) })
    #expect(try await thumbnails.poster(of: item, width: 80).width == 80)
    #expect(!server.requests.isEmpty)
    #expect(server.requests.allSatisfy { $0.fields["x-screen"] == "7" })
  }

  @Test("Thumbnails arrive even if only their stream is retained", .timeLimit(.minutes(1)))
  func streamAlone() async throws {
    let film = Item(path: try folder.film("a.mp4", seconds: 2))
    var count = 0
    for try await _ in Thumbnails(in: folder.path(of: "small")).thumbnails(of: film, count: 5) {
      count += 1
    }
    #expect(count == 5)
    // A stream that nobody reads ends with its source.
    _ = Thumbnails(in: folder.path(of: "small")).thumbnails(of: film, count: 300)
    #expect(try await Thumbnails(in: folder.path(of: "small")).poster(of: film).width > 0)
  }

  // The thread has the lowest priority, so that a busy machine delays it: half a minute has been seen.
  @Test("A reader that subscribes as another leaves gets every thumbnail", .timeLimit(.minutes(5)))
  func changingPlaces() async throws {
    let thumbnails = Thumbnails(in: folder.path(of: "small"))
    let film = Item(path: try folder.film("a.mp4", seconds: 2))
    for _ in 0..<60 {
      let leaver = Task {
        for try await _ in thumbnails.thumbnails(of: film, count: 3) { break }
      }
      let count = try await thumbnails.thumbnails(of: film, count: 3).reduce(0) { sum, _ in
        sum + 1
      }
      #expect(count == 3)
      try await leaver.value
    }
  }

  @Test("Without a source, thumbnails of remote files are refused with a remedy")
  func remoteThumbnails() async throws {
    let thumbnails = Thumbnails(in: folder.path(of: "small"))
    let item = try Item("https://films.example/a.mp4?key=secret")
    let error = await #expect(throws: PlayerError.self) { try await thumbnails.poster(of: item) }
    #expect(error?.category == .source && error?.message.contains("VitrineStreaming") == true)
    #expect(error?.message.contains("secret") == false)
    await #expect(throws: PlayerError.self) {
      for try await _ in thumbnails.thumbnails(of: item) {}
    }
  }
}

import Testing
import VitrineFakes
import VitrineKit
import VitrineLinux
import VitrineProgramme
import VitrineTesting

/// A program that plays a list.
@Suite(.timeLimit(.minutes(1)))
struct ListTests {
  /// A folder with the list, and the settings for a display in memory.
  private final class Scene {
    let files: TestFolder

    init(_ list: String?) throws {
      files = try TestFolder("programme")
      if let list { try write(list) }
    }

    var path: String { files.folder.path(of: "list.yaml") }

    func write(_ list: String) throws { _ = try files.write(list, to: "list.yaml") }

    func player() throws -> Player {
      var options = PlayerOptions()
      (options.sound, options.interface, options.handlesSignals) = (.off, nil, false)
      return try Player(
        list: path, on: .headless(width: 160, height: 90), options: options)
    }
  }

  /// Waits until the player's queue is this, in the order of the list.
  private func wait(for locations: [String], in player: Player) async {
    for await _ in player.statuses
    where player.queue.entries.map(\.item.location) == locations { return }
  }

  /// Waits for a status.
  private func wait(in player: Player, until isTrue: (PlayerStatus) -> Bool) async {
    for await status in player.statuses where isTrue(status) { return }
  }

  @Test("A list plays, and a change takes effect when the current item ends")
  func followed() async throws {
    let scene = try Scene(
      """
      title: Foyer
      items:
        - {color: "#ff0000", duration: 1}
        - {color: "#00ff00", duration: 1}
      """)
    let player = try scene.player()
    #expect(player.queue.entries.isEmpty)
    async let run: Void = player.run()
    await wait(for: ["color:#ff0000", "color:#00ff00"], in: player)
    #expect(player.queue.loop == .queue)
    await wait(in: player) { $0.item?.location == "color:#00ff00" }
    try scene.write("items:\n  - {color: \"#0000ff\", duration: 1}\n")
    await wait(in: player) { $0.item?.location == "color:#0000ff" }
    #expect(player.queue.entries.count == 1)
    player.close()
    try await run
  }

  @Test("A missing list is shown as a card until it is there, and a faulty one changes nothing")
  func faults() async throws {
    let scene = try Scene(nil)
    let player = try scene.player()
    let events = player.events
    async let run: Void = player.run()
    await wait(in: player) { $0.item != nil }
    #expect(player.queue.entries.count == 1)
    #expect(player.queue.entries.first?.item.location.contains("color") == false)
    try scene.write("items:\n  - {color: \"#ff0000\", duration: 600}\n")
    await wait(in: player) { $0.item?.location == "color:#ff0000" }
    try scene.write("items:\n  - {colour: red}\n")
    var warnings: [String] = []
    for await case .warning(let text) in events {
      warnings.append(text)
      if text.contains("continuing with the previous version") { break }
    }
    #expect(warnings.contains { $0.hasPrefix("\(scene.path): cannot be read") }, "\(warnings)")
    #expect(warnings.contains { $0.hasPrefix("\(scene.path):2: ") }, "\(warnings)")
    #expect(player.status.item?.location == "color:#ff0000")
    player.close()
    try await run
  }

  @Test("A schedule decides what is shown, and a gap is black")
  func scheduled() async throws {
    // In 1971, the windows of the first item have ended; the second one is always open.
    let scene = try Scene(
      """
      items:
        - {color: "#ff0000", duration: 1, until: 1971-01-01}
        - {color: "#00ff00", duration: 1, from: 1971-01-01}
      """)
    let player = try scene.player()
    async let run: Void = player.run()
    await wait(in: player) { $0.item?.location == "color:#00ff00" }
    // The plan has the second item several times, and never the first one.
    #expect(player.queue.entries.count > 1)
    #expect(Set(player.queue.entries.map(\.item.location)) == ["color:#00ff00"])
    try scene.write("items:\n  - {color: \"#ff0000\", duration: 1, until: 1971-01-01}\n")
    await wait(in: player) { $0.item?.location == "color:#000000" }
    player.close()
    try await run
  }

  @Test("A list's items fill the gallery if there is one")
  func gallery() async throws {
    let scene = try Scene("items:\n  - {color: \"#ff0000\", duration: 600}\n")
    var options = PlayerOptions()
    options.interface?.gallery = []
    let stage = Stage(width: 320, height: 180)
    let player = stage.player([], options: options)
    try player.follow(list: scene.path)
    // The follower reads on its own thread, in real time.
    while player.status.item == nil {
      stage.press("KEY_OK")
      stage.advance(by: .milliseconds(100))
      await Task.yield()
    }
    #expect(player.status.item?.location == "color:#ff0000")
    player.close()
    stage.advance(by: .seconds(1))
  }

  @Test("A closed follower leaves the queue alone, and another one can take over")
  func closed() async throws {
    let scene = try Scene("items:\n  - {color: \"#ff0000\", duration: 600}\n")
    var options = PlayerOptions()
    (options.sound, options.interface, options.handlesSignals) = (.off, nil, false)
    let player = Player(on: .headless(width: 160, height: 90), options: options)
    let follower = try player.follow(list: scene.path)
    async let run: Void = player.run()
    await wait(for: ["color:#ff0000"], in: player)
    follower.close()
    follower.close()
    let second = try scene.files.write("items:\n  - {color: \"#00ff00\"}\n", to: "other.yaml")
    let other = try player.follow(list: second)
    await wait(in: player) { $0.item?.location == "color:#00ff00" }
    player.close()
    try await run
    other.close()
    #expect(throws: PlayerError.self) { try player.follow(list: scene.path) }
  }

  @Test(
    "A player that is paused before it runs shows the first item, paused", arguments: [true, false])
  func pausedEarly(isOption: Bool) async throws {
    let scene = try Scene("items:\n  - {color: \"#ff0000\", duration: 600}\n")
    var options = PlayerOptions()
    (options.sound, options.interface, options.handlesSignals) = (.off, nil, false)
    options.isPaused = isOption
    let player = try Player(
      list: scene.path, on: .headless(width: 160, height: 90), options: options)
    if !isOption { player.pause() }
    async let run: Void = player.run()
    await wait(in: player) { $0.item?.location == "color:#ff0000" && $0.isPaused }
    player.close()
    try await run
  }

  @Test("A player that is paused remains paused when it follows a list")
  func pausedLate() async throws {
    let scene = try Scene("items:\n  - {color: \"#ff0000\", duration: 600}\n")
    var options = PlayerOptions()
    (options.sound, options.interface, options.handlesSignals) = (.off, nil, false)
    let player = Player(
      [.color(0x0000FF, for: .seconds(600))], on: .headless(width: 160, height: 90),
      options: options)
    async let run: Void = player.run()
    await wait(in: player) { $0.item != nil }
    player.pause()
    try player.follow(list: scene.path)
    await wait(in: player) { $0.item?.location == "color:#ff0000" }
    #expect(player.status.isPaused)
    player.close()
    try await run
  }

  @Test("Items, loop and shuffling that a program sets while the list is read remain")
  func changedEarly() async throws {
    let scene = try Scene("items:\n  - {color: \"#ff0000\", duration: 600}\n")
    let player = try scene.player()
    player.setLoop(.item)
    player.setShuffled(true)
    async let run: Void = player.run()
    await wait(for: ["color:#ff0000"], in: player)
    #expect(player.queue.loop == .item && player.queue.isShuffled)
    player.close()
    try await run
    let other = try scene.player()
    other.play(.color(0x0000FF, for: .seconds(600)))
    async let otherRun: Void = other.run()
    // The list's loop applies, but its items wait.
    for await _ in other.statuses where other.queue.loop == .queue { break }
    await other.waitUntilApplied()
    #expect(other.queue.entries.map(\.item.location) == ["color:#0000ff"])
    other.removeAll()
    other.play()
    await wait(in: other) { $0.item?.location == "color:#ff0000" }
    other.close()
    try await otherRun
  }

  @Test("A player that never runs reads nothing, and is released")
  func neverRun() throws {
    let scene = try Scene("items:\n  - {color: \"#ff0000\"}\n")
    weak var released: Player?
    do {
      let player = try scene.player()
      released = player
      #expect(player.queue.entries.isEmpty)
    }
    #expect(released == nil)
  }
}

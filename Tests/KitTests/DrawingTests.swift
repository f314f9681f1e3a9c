import Synchronization
import Testing
import VitrineEngine
import VitrineKit
import VitrinePictures

/// A program's custom drawing and input, on a display in memory of 960 by 540 points.
@Suite(.timeLimit(.minutes(5)))
struct DrawingTests {
  private func player(_ interface: VitrineKit.Interface? = nil) -> VitrineKit.Player {
    var options = PlayerOptions()
    (options.sound, options.interface, options.handlesSignals) = (.off, interface, false)
    return VitrineKit.Player(
      [.color(0x0000FF, for: .seconds(60))], on: .headless(width: 640, height: 360),
      options: options)
  }

  /// Runs the player until `body` returns.
  private func playing(
    _ player: VitrineKit.Player, _ body: () async throws -> Void
  ) async throws {
    let events = player.events
    async let run: Void = player.run()
    for await event in events { if case .shown = event { break } }
    do {
      try await body()
    } catch {
      Issue.record(error)
    }
    player.close()
    try await run
  }

  /// Expects the screen to match soon.
  private func expect(
    _ player: VitrineKit.Player, at location: SourceLocation = #_sourceLocation,
    _ isSo: (Screenshot) -> Bool
  ) async throws {
    for _ in 0..<100 {
      // A busy machine may miss the deadline for a screenshot.
      if let picture = try? await player.screenshot(), isSo(picture) { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("the screen shows other pixels", sourceLocation: location)
  }

  @Test("Drawing from before and during playback is on the screen, in points")
  func drawn() async throws {
    let player = player()
    player.draw { canvas in
      #expect(canvas.size == Size(960, 540) && !canvas.isPortrait)
      canvas.box(Rect(x: 480, y: 0, width: 480, height: 540), Color(0xFF0000))
    }
    try await playing(player) {
      try await expect(player) {
        $0.color(x: 330, y: 100) == 0xFF0000 && $0.color(x: 310, y: 100) == 0x0000FF
      }
      let isGreen = Atomic(false)
      player.draw { canvas in
        canvas.box(canvas.bounds, Color(isGreen.load(ordering: .relaxed) ? 0x00FF00 : 0xFFFFFF))
      }
      try await expect(player) { $0.color(x: 310, y: 100) == 0xFFFFFF }
      isGreen.store(true, ordering: .relaxed)
      player.redraw()
      try await expect(player) { $0.color(x: 310, y: 100) == 0x00FF00 }
      player.setDrawing(nil)
      try await expect(player) { $0.color(x: 330, y: 100) == 0x0000FF }
    }
  }

  @Test("Drawing rotates with the picture")
  func turned() async throws {
    let player = player()
    player.draw { canvas in
      canvas.box(Rect(x: 0, y: 0, width: canvas.size.width, height: 60), Color(0xFF0000))
      if canvas.isPortrait { canvas.box(Rect(x: 0, y: 900, width: 540, height: 60), .white) }
    }
    try await playing(player) {
      try await expect(player) { $0.color(x: 320, y: 10) == 0xFF0000 }
      player.setRotation(.clockwise)
      // Its upper edge is the panel's right one.
      try await expect(player) {
        $0.color(x: 630, y: 180) == 0xFF0000 && $0.color(x: 10, y: 180) == 0xFFFFFF
          && $0.color(x: 320, y: 10) == 0x0000FF
      }
    }
  }

  @Test("A tap on a custom area and keys are reported without an interface")
  func bare() async throws {
    let player = player()
    player.draw { $0.hitArea("left", Rect(x: 0, y: 0, width: 480, height: 540)) }
    var inputs = player.inputs.makeAsyncIterator()
    player.claimKeys(["KEY_RED"])
    try await playing(player) {
      // Its press shows that it was drawn.
      try await Task.sleep(for: .milliseconds(300))
      player.engine.tap(VitrinePictures.Point(0.25, 0.5))
      let tap = await inputs.next()
      #expect(tap?.tappedArea == "left")
      if case .tap(let touch, count: 1)? = tap {
        #expect(touch.location == VitrineKit.Point(240, 270))
      }
      player.engine.perform(.key("KEY_RED", isDown: true))
      #expect(await inputs.next()?.pressedKey == "KEY_RED")
      player.engine.perform(.key("KEY_RED", isDown: false))
      if case .keyReleased("KEY_RED", _)? = await inputs.next() {} else { Issue.record("no key") }
    }
    #expect(await inputs.next() == nil)
  }

  @Test("A claimed key does nothing else, and other keys keep their action")
  func claimed() async throws {
    var interface = VitrineKit.Interface()
    interface.handlesInput = false
    let player = player(interface)
    var inputs = player.inputs.makeAsyncIterator()
    player.claimKeys(["KEY_PAUSE"])
    try await playing(player) {
      for key in ["KEY_PAUSE", "KEY_MUTE"] {
        player.engine.perform(.key(key, isDown: true))
        player.engine.perform(.key(key, isDown: false))
        for _ in 0..<2 { _ = await inputs.next() }
      }
      for await status in player.statuses where status.isMuted {
        #expect(!status.isPaused)
        break
      }
    }
  }

  @Test("Animated drawing runs at most at the display's rate, and continues")
  func moving() async throws {
    let player = player()
    let count = Atomic(0)
    player.draw(updating: .everyFrame) { canvas in
      let place = count.add(1, ordering: .relaxed).newValue % 900
      canvas.box(Rect(x: Double(place), y: 20, width: 20, height: 20), .white)
    }
    try await playing(player) {
      let (start, before) = (Moment.now, count.load(ordering: .relaxed))
      while count.load(ordering: .relaxed) < before + 30 {
        try await Task.sleep(for: .milliseconds(20))
      }
      let length = start.duration(to: .now) / .seconds(1)
      let drawn = count.load(ordering: .relaxed) - before
      #expect(Double(drawn) <= length * 60 + 3)
    }
  }
}

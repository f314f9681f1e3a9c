import Foundation
import Testing

/// Touchscreens and remotes that are unplugged during use, and faulty ones.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct TouchLossTests {
  @Test("Unplugging a device undoes its held input, and replugging restores it")
  func unplugging() throws {
    let glass = TouchGlass()
    let slider = glass.sliderHeight
    let drag = glass.drag(from: (0.4, slider), to: (0.6, slider)).dropLast()
    let steps = [
      TouchScene.Step(
        "in mid-drag", drag + ["@input unplug touch", TouchGlass.wait(500), "status"],
        .undoneScrub(to: 100), leaves: true),
      .init(
        "back",
        ["@input plug touch", TouchGlass.wait(500)] + glass.taps(2, 0.9, 0.4)
          + [TouchGlass.wait(1500)], ["skip 10.0"], leaves: true),
      .init(
        "a key that is held",
        ["@input key KEY_LEFT 1", TouchGlass.wait(450), "@input unplug remote"]
          + [TouchGlass.wait(2000)], ["skip -10.0", "skip -10.0"], leaves: true),
      .init(
        "and back",
        ["@input plug remote", TouchGlass.wait(500), TouchGlass.key("RIGHT")]
          + [TouchGlass.wait(1500)], ["skip 10.0"], leaves: true),
    ]
    let scene = try TouchScene(
      "unplugged", "--paused '\(TouchClips.calm())'",
      ["@wait shown", "seek 100", "@sleep 2"] + TouchScene.orders(steps))
    scene.check(steps)
    let status = try #require(scene.conversation.all("status").first)
    #expect(status.position == 100 && status.paused == true)
    let gone = scene.conversation.all("input-removed").map(\.device)
    #expect(gone == ["Lab touchscreen", "Lab remote"])
  }

  @Test("Ghost touches cause no requests and leak no memory")
  func ghosts() throws {
    let seconds = Lab.isSoak ? 3600 : 60
    let glass = TouchGlass()
    let steps = [
      TouchScene.Step("ghosts", ["@input storm \(seconds) 200 1", TouchGlass.wait(1000)]),
      .init("a tap", glass.tap(0.5, 0.3) + [TouchGlass.wait(900)], leaves: true),
    ]
    let name = "ghosts"
    let scene = try TouchScene(
      // Nothing else that needs memory is opened.
      name, "--image-duration 8000 color:#203040", before: Self.sampling(seconds),
      ["@wait shown", "@sleep 1"] + TouchScene.orders(steps))
    scene.check(steps)
    let landed = try #require(scene.conversation.entries.compactMap(\.contacts).first)
    #expect(landed > seconds * 150)
    try checkMemory(name)
  }

  /// Samples the player's memory, in KiB, sixty times during playback.
  private static func sampling(_ seconds: Int) -> String {
    """
    (while sleep \(Double(seconds) / 60); do
      for player in /proc/[0-9]*; do
        name=
        { read -r name < $player/comm; } 2> /dev/null
        [ "$name" != vitrine ] || awk '/^VmRSS/ { print $2 }' $player/status
      done
    done > $OUT/memory) &
    """
  }

  private func checkMemory(_ name: String) throws {
    let file = Lab.root.appending(path: ".build/lab-tests/touch-\(name)/memory")
    let samples = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .compactMap { Int($0) }
    try #require(samples.count >= 50, "\(samples.count) samples")
    // The first samples are from while the player opens its item.
    let early = samples[5..<20].max() ?? 0
    let late = samples.suffix(15).max() ?? 0
    print("memory: \(early) KiB, \(late) KiB at the end")
    #expect(late <= early + 1024, "at most \(early) KiB, later \(late)")
  }

  @Test("A tap works after random input", arguments: Array(1...(Lab.isSoak ? 50 : 3)))
  func nonsense(seed: Int) throws {
    let glass = TouchGlass()
    let tap = TouchScene.Step("a tap", glass.tap(0.5, 0.3) + [TouchGlass.wait(900)], leaves: true)
    let scene = try TouchScene(
      "nonsense-\(seed)", "--loop queue '\(TouchClips.calm())'",
      [
        "@wait shown", "@sleep 1", "@input random-bytes 5000 \(seed)", "@input up all",
        TouchGlass.wait(1000), "play", TouchScene.untilHidden,
      ] + TouchScene.orders([tap]))
    scene.check([tap])
  }
}

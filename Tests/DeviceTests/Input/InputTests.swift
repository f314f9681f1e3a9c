import Foundation
import Testing

/// Touchscreens and remotes, as the kernel presents them.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct InputTests {
  /// From the common keymaps of remotes, CEC and keyboards.
  private static let keys = """
    OK ENTER KPENTER SELECT SPACE UP DOWN LEFT RIGHT BACK ESC EXIT BACKSPACE CANCEL HOME HOMEPAGE \
    MENU ROOT_MENU MEDIA_TOP_MENU CONTEXT_MENU SETUP CONFIG OPTION PLAYPAUSE PLAY PAUSE PLAYCD \
    PAUSECD STOP STOPCD EJECTCD FASTFORWARD REWIND FASTREVERSE SLOW SLOWREVERSE NEXT PREVIOUS \
    NEXTSONG PREVIOUSSONG FORWARD CHANNELUP CHANNELDOWN PAGEUP PAGEDOWN VOLUMEUP VOLUMEDOWN MUTE \
    UNMUTE INFO EPG SUBTITLE TEXT AUDIO LANGUAGE SOUND ANGLE ZOOM SCREEN NUMERIC_0 NUMERIC_1 \
    NUMERIC_2 NUMERIC_3 NUMERIC_4 NUMERIC_5 NUMERIC_6 NUMERIC_7 NUMERIC_8 NUMERIC_9 NUMERIC_STAR \
    NUMERIC_POUND 0 1 2 3 4 5 6 7 8 9 KP0 KP1 KP2 KP3 KP4 KP5 KP6 KP7 KP8 KP9 RED GREEN YELLOW \
    BLUE POWER POWER2 SLEEP WAKEUP SUSPEND
    """.split(separator: " ").map { "KEY_\($0)" }
  /// Names with the same number in the kernel's headers; the newer one is reported.
  private static let newer = ["KEY_ZOOM": "KEY_FULL_SCREEN", "KEY_SCREEN": "KEY_ASPECT_RATIO"]

  @Test("Each key is reported once, by name and on time, without repeats")
  func keys() throws {
    let scene = try InputScene(
      "keys",
      Self.keys.flatMap { ["tap \($0)", "wait 20"] }
        + ["key KEY_RIGHT 1", "wait 2000", "key KEY_RIGHT 0"])
    let wanted = Self.keys.map { Self.newer[$0] ?? $0 } + ["KEY_RIGHT"]
    #expect(scene.keys.filter { $0.isDown == true }.compactMap(\.key) == wanted)
    #expect(scene.keys.filter { $0.isDown == false }.compactMap(\.key) == wanted)
    #expect(scene.keys.allSatisfy { $0.isCancelled == false })
    let ups = scene.keys.filter { $0.isDown == false }
    let taps = scene.orders.filter { $0.order.hasPrefix("tap") || $0.order == "key KEY_RIGHT 0" }
    for (up, tap) in zip(ups, taps) { #expect(abs(up.time - tap.time) < 0.001) }
  }

  @Test("A touch frame contains all fingers at one moment")
  func wholeFrames() throws {
    let steps = Array(1...300)
    let scene = try InputScene(
      "frames",
      ["down 0 0 100; down 1 4095 100"]
        + steps.flatMap { step in
          ["move 0 \(step * 10) 100; move 1 \(4095 - step * 10) 100"]
            + (step % 7 == 0 ? ["wait 3"] : [])
        } + ["up 0; up 1"])
    let frames = scene.frames.compactMap(\.contacts)
    #expect(frames.count == steps.count + 2)
    for frame in frames.dropLast() {
      try #require(frame.count == 2)
      #expect(abs(frame[0].x + frame[1].x - 1) < 1e-9, "only one finger has moved")
    }
    #expect(frames.last == [])
    let orders = scene.orders.filter { $0.order.contains("; ") }
    for (frame, order) in zip(scene.frames, orders) {
      #expect(order.time - frame.time > -1e-6 && order.time - frame.time < 0.001)
    }
  }

  @Test("Fingers are correct after the kernel's queue overruns, and none is stuck")
  func overrun() throws {
    let scene = try InputScene(
      "overrun",
      [
        "down 0 0 0; down 1 2000 2000; down 2 3000 3000; key KEY_UP 1", "wait 50",
        "flood 1500; up 1; up 2; down 2 1000 500; flood 1500; move 0 4095 4095", "wait 50",
        "up all", "wait 50", "down 3 4095 0", "wait 50", "up 3",
      ])
    let frames = scene.frames.compactMap(\.contacts)
    #expect(frames.count < 1000, "the queue did not overrun")
    let before = try #require(frames.first { $0.count == 3 })
    let after = try #require(frames.last { $0.contains { $0.x == 1 && $0.y == 1 } })
    #expect(after.count == 2)
    #expect(after.first?.id == before.first?.id)
    #expect(after.last.map { last in before.contains { $0.id == last.id } } == false)
    #expect(frames.suffix(3).map(\.count) == [0, 1, 0])
    #expect(frames.dropLast().last?.first.map { [$0.x, $0.y] } == [1, 0])
  }

  @Test("Unplugging cancels held keys and fingers, and replugging starts over")
  func unplugging() throws {
    let scene = try InputScene(
      "unplugging",
      [
        "down 0 5 5; down 1 9 9", "key KEY_OK 1", "wait 100", "unplug touch", "unplug remote",
        "wait 1000", "plug touch", "plug remote", "wait 100", "down 0 4095 0", "up 0",
        "tap KEY_OK", "unplug touch", "wait 100",
      ])
    let touch = scene.lines.filter { $0.name == "Lab touchscreen" }
    #expect(
      touch.map(\.event) == [
        "added", "touch", "touch", "removed", "added", "touch", "touch", "removed",
      ])
    #expect(scene.frames.map { $0.contacts?.count } == [2, 0, 1, 0])
    #expect(scene.frames.map(\.isCancelled) == [false, true, false, false])
    #expect(scene.keys.map(\.isDown) == [true, false, true, false])
    let remote = scene.lines.filter { $0.name == "Lab remote" && $0.key != "KEY_Q" }
    #expect(
      remote.map(\.event) == ["added", "key", "key", "removed", "added", "key", "key"])
    let pulled = try #require(scene.orders.first { $0.order == "unplug touch" })
    let cancelled = try #require(scene.frames.first { $0.isCancelled == true })
    #expect(abs(cancelled.time - pulled.time) < 0.01)
  }

  @Test("A grabbed device sends other programs nothing until it is released")
  func grabbing() throws {
    let scene = try InputScene(
      "grabbing", ["tap KEY_OK", "wait 100", "tap KEY_UP", "wait 100"],
      beside: """
        sleep 0.2; for name in /sys/class/input/event*/device/name; do
          grep -q '^Lab remote' $name && node=$(basename ${name%/device/name}); done
        timeout 0.6 cat /dev/input/$node | wc -c > $OUT/heard
        $VITRINE keys --json --seconds 3
        """)
    #expect(scene.keys.count == 4)
    #expect(try scene.read("heard") == "0\n")
    #expect(scene.text.contains("event2: another program has grabbed it"), "\(scene.text)")
    #expect(scene.text.contains(#""event":"added","kind":"keys","name":"Lab remote""#))
  }

  @Test("A touchscreen without ranges is refused; power buttons are ignored")
  func others() throws {
    let scene = try InputScene(
      "others",
      [
        "plug odd", "plug mouse", "plug power", "wait 1000", "plug single", "wait 100",
        "down 0 4095 4095", "up 0",
      ])
    #expect(scene.lines.filter { $0.event == "refused" }.count == 1)
    #expect(scene.lines.first { $0.event == "refused" }?.error?.contains("EINVAL") == true)
    for name in ["odd touchscreen", "power button"] {
      #expect(scene.all("added", name).isEmpty)
    }
    #expect(scene.all("added", "single touchscreen").count == 1)
    #expect(scene.frames.map { $0.contacts?.count } == [1, 0])
  }

  @Test("A single-touch screen yields frames of one finger")
  func single() throws {
    let scene = try InputScene(
      "single",
      ["plug single", "wait 100", "single-down 4095 0", "single-up", "single-down 0 4095"])
    let frames = scene.frames.compactMap(\.contacts)
    #expect(frames.map { $0.map { [$0.x, $0.y] } } == [[[1, 0]], [], [[0, 1]]])
    #expect(Set(frames.joined().map(\.id)).count == 2)
  }

  @Test("Ghost touches and invalid events leave no finger behind", arguments: [1, 2, 3])
  func nonsense(seed: Int) throws {
    let scene = try InputScene(
      "nonsense-\(seed)",
      [
        "random-bytes 3000 \(seed)", "up all", "wait 20", "storm 3 400 \(seed)", "up all",
        "wait 20", "down 0 0 0", "wait 20", "up all",
      ])
    let frames = scene.frames.compactMap(\.contacts)
    #expect(frames.joined().allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
    for frame in frames { #expect(Set(frame.map(\.id)).count == frame.count) }
    #expect(frames.suffix(3).map(\.count) == [0, 1, 0])
    let ghosts = try #require(scene.orders.last { $0.contacts != nil }?.contacts)
    #expect(ghosts > 1000)
    let stormed = try #require(scene.orders.first { $0.order.hasPrefix("storm ") }).time
    let seen = Set(
      scene.frames.filter { $0.time > stormed }.compactMap(\.contacts).joined().map(\.id))
    #expect(seen.count == ghosts + 1)
  }

  @Test("Missing permission to read input devices is reported with the remedy")
  func notAllowed() throws {
    let result = try Lab.guest(
      ["--travel", "--audio", "none", "--display", "none", "--touch"],
      "cp $VITRINE /tmp/v; setpriv --reuid 65534 --clear-groups /tmp/v keys --seconds 2")
    #expect(result.status == 77)
    #expect(result.output.contains("group input"))
    let none = try Lab.guest(
      ["--travel", "--audio", "none", "--display", "none"],
      "rm /dev/input/event*; $VITRINE keys --seconds 2")
    #expect(none.status == 69, "\(none.output)")
  }
}

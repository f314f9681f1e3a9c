import Foundation
import Testing

/// Turning the display off and on, checked by the kernel's state.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct PowerTests {
  /// Snapshots of the kernel's state: the time, and whether a CRTC was active.
  private struct Looks {
    let all: [String: (time: Double, isActive: Bool)]

    init(_ folder: URL, _ names: [String]) throws {
      var all: [String: (Double, Bool)] = [:]
      for name in names {
        let text = try String(
          contentsOf: folder.appending(path: "look-\(name)"), encoding: .utf8)
        let words = text.split(whereSeparator: \.isWhitespace)
        all[name] = (words.first.flatMap { Double($0) } ?? 0, words.contains("active=1"))
      }
      self.all = all
    }

    subscript(_ name: String) -> Bool? { all[name]?.isActive }
  }

  private func look(_ name: String, _ out: URL) -> String {
    "@run { cut -d' ' -f1 /proc/uptime; cat /sys/kernel/debug/dri/*/state; } "
      + "> '\(out.path)/look-\(name)'"
  }

  private func lab(_ audio: String = "none") -> [String] {
    ["--travel", "--planes", "4", "--display", "640x480@60", "--audio", audio]
  }

  private static let plugs = "/sys/kernel/config/vkms/lab/connectors/o/status"

  @Test(
    "The display is off within 0.1 s and on within 2 s, following --while-off",
    arguments: [("pause", 2...3.0), ("continue", 9...10.5), ("stop", 0...1.5)])
  func command(meanwhile: String, place: ClosedRange<Double>) throws {
    let clip = try Clips.motion("power.mp4", size: "320x180", rate: "30", seconds: 60)
    let out = try Lab.folder("power-\(meanwhile)")
    let talk = try Conversation(
      lab(), "--while-off \(meanwhile) '\(clip)'",
      orders: [
        "@wait playing", "@sleep 2", "display off", "@sleep 0.1", look("off", out), "@sleep 7",
        "status", "@wait status", look("later", out), "display on", "@sleep 0.5", "status",
        "@wait status", look("on", out),
      ], out: out)
    let looks = try Looks(out, ["off", "later", "on"])
    #expect(looks["off"] == false && looks["later"] == false && looks["on"] == true)
    let orders = talk.sent("display").map(\.time)
    try #require(orders.count == 2)
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    #expect(flips.filter { $0 > orders[0] + 0.1 && $0 < orders[1] } == [])
    let first = flips.first { $0 > orders[1] } ?? .infinity
    print("a flip \(first - orders[1]) s after on")
    #expect(first - orders[1] < 2)
    let powers = talk.all("display").compactMap(\.power)
    #expect(powers == ["off", "on"], "\(powers)")
    let answers = talk.all("status")
    #expect(answers.map(\.power) == ["off", "on"])
    let position = try #require(answers.last?.position)
    #expect(place.contains(position), "\(position)")
  }

  @Test("With --power-off black, the output stays active with a black picture")
  func black() throws {
    let clip = try Clips.motion("power.mp4", size: "320x180", rate: "30", seconds: 60)
    let out = try Lab.folder("power-black")
    let talk = try Conversation(
      lab(), "--power-off black '\(clip)'",
      orders: [
        "@wait playing", "@sleep 2", "display off", "@sleep 0.1", look("off", out), "@sleep 25",
        look("later", out), "display toggle", "@sleep 2", look("on", out),
      ], out: out)
    let looks = try Looks(out, ["off", "later", "on"])
    #expect(looks["off"] == true && looks["later"] == true && looks["on"] == true)
    let text = try String(contentsOf: out.appending(path: "look-later"), encoding: .utf8)
    // debugfs lists each device in two folders.
    let shown = Set(text.matches(of: /\tfb=([1-9]\d*)/).map(\.1))
    #expect(shown.count == 1 && text.contains("format=XR24"), "\(text)")
    let orders = talk.sent("display").map(\.time)
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    #expect(flips.filter { $0 > orders[0] + 0.1 && $0 < orders[1] } == [])
    #expect(flips.contains { $0 > orders[1] && $0 < orders[1] + 2 })
    #expect(!talk.log.contains { $0.text.contains("again") }, "\(talk.log)")
  }

  @Test("A touch only wakes the display, which sleeps again after the timeout")
  func wake() throws {
    let clip = try Clips.motion("power.mp4", size: "320x180", rate: "30", seconds: 60)
    let out = try Lab.folder("power-wake")
    let tap = ["touch down 0.9 0.5", "@sleep 0.1", "touch up"]
    let talk = try Conversation(
      lab(), "--interactive --wake 5 '\(clip)'",
      orders: ["@wait playing", "@sleep 2", "display off", "@sleep 1"] + tap + [
        "@sleep 1", look("woken", out), "status", "@wait status", "@sleep 2",
      ] + tap + ["@sleep 4", look("kept", out), "@sleep 3", look("asleep", out)], out: out)
    let looks = try Looks(out, ["woken", "kept", "asleep"])
    #expect(looks["woken"] == true && looks["kept"] == true && looks["asleep"] == false)
    let status = try #require(talk.all("status").first)
    // Playback was paused while the display was off, and the tap neither paused nor skipped.
    #expect(status.power == "on" && (2.5...4.5).contains(status.position ?? 0), "\(status)")
    #expect(talk.all("display").compactMap(\.power) == ["off", "on", "off"])
  }

  @Test("A display plugged in while power is off stays off until power-on")
  func plug() throws {
    let clip = try Clips.motion("power.mp4", size: "320x180", rate: "30", seconds: 60)
    let out = try Lab.folder("power-plug")
    _ = try Conversation(
      lab(), "'\(clip)'",
      orders: [
        "@wait playing", "@sleep 1", "display off", "@sleep 1", "@run echo 2 > \(Self.plugs)",
        "@sleep 2", "@run echo 1 > \(Self.plugs)", "@sleep 15", look("plugged", out),
        "@run echo 2 > \(Self.plugs)", "@sleep 2", "display on", "@sleep 1", look("away", out),
        "@run echo 1 > \(Self.plugs)", "@sleep 2", look("on", out),
      ], out: out)
    let looks = try Looks(out, ["plugged", "away", "on"])
    #expect(looks["plugged"] == false && looks["away"] == false && looks["on"] == true)
  }

  @Test(
    "An output that another program turns off is turned on again",
    arguments: [true, false])
  func reassert(isMoving: Bool) throws {
    let clip = try Clips.motion("power.mp4", size: "320x180", rate: "30", seconds: 60)
    let out = try Lab.folder("power-reassert-\(isMoving)")
    let source = isMoving ? "'\(clip)'" : "color:#2040A0"
    let talk = try Conversation(
      lab(), "--image-duration 1000 \(source)",
      orders: [
        "@wait playing", "@sleep 2", look("before", out), "@run tools/lab.d/set-crtc off vitrine",
        look("off", out), "@sleep 12", look("after", out), "@sleep 30", look("end", out),
      ], out: out)
    let looks = try Looks(out, ["before", "off", "after", "end"])
    #expect(looks["before"] == true && (isMoving || looks["off"] == false))
    #expect(looks["after"] == true && looks["end"] == true)
    let told = talk.log.filter { $0.text.contains("was off and is on again") }.count
    #expect(told == 1, "\(talk.log)")
    guard isMoving else { return }
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let longest = zip(flips, flips.dropFirst()).map { $1 - $0 }.max() ?? .infinity
    print("\(longest) s without a picture")
    #expect(longest < 1)
  }

  @Test("The power schedule follows the system clock, whoever sets it")
  func schedule() throws {
    let out = try Lab.folder("power-schedule")
    let file = out.appending(path: "kiosk.yaml")
    try Data(
      """
      power:
        schedule:
          - mon-fri 07:30-21:00
          - fri,sat 22:00-02:30
          - 2026-12-25 off

      """.utf8
    ).write(to: file)
    // Each step sets the clock, waits and takes a snapshot. 2026-11-23 is a Monday.
    let steps: [(name: String, set: String?, wait: Int, isOn: Bool)] = [
      ("night", nil, 1, false), ("before", "2026-11-23 07:29:50", 5, false),
      ("morning", nil, 6, true), ("evening", "2026-11-23 20:59:55", 4, true),
      ("closed", nil, 2, false), ("friday", "2026-11-27 21:59:58", 4, true),
      ("past-midnight", "2026-11-28 02:29:58", 1, true), ("late", nil, 3, false),
      ("holiday", "2026-12-25 12:00:00", 1, false), ("monday", "2026-12-28 12:00:00", 1, true),
      ("unset", "1970-01-02 00:10:00", 1, true), ("set", "2026-11-24 23:00:00", 1, false),
      // On 2026-10-25, 02:30 occurs twice: at 00:30 and at 01:30 UTC.
      ("summer", "@1792888195", 1, true), ("first", nil, 6, false),
      ("second", "@1792891795", 10, false),
    ]
    var orders = ["@sleep 2"]
    for step in steps {
      if let set = step.set { orders.append("@run date -s '\(set)' > /dev/null") }
      orders += ["@sleep \(step.wait)", look(step.name, out)]
    }
    orders += ["display on", "@sleep 1", look("command", out)]
    orders += ["@run date -s '2026-11-23 21:00:10'", "@sleep 1", look("over", out)]
    _ = try Conversation(
      lab(), "--config '\(file.path)' --image-duration 1000 color:#2040A0", orders: orders,
      out: out,
      before: "export TZ=CET-1CEST,M3.5.0,M10.5.0/3; date -s '2026-11-23 03:00:00' > /dev/null")
    let looks = try Looks(out, steps.map(\.name) + ["command", "over"])
    for step in steps { #expect(looks[step.name] == step.isOn, "\(step.name)") }
    #expect(looks["command"] == true && looks["over"] == false)
  }

  @Test(
    "The power schedule applies only while the clock is synchronized"
  )
  func untrustedClock() throws {
    let out = try Lab.folder("power-untrusted")
    let file = out.appending(path: "kiosk.yaml")
    try Data("power:\n  schedule:\n    - mon-sun 08:00-20:00\n".utf8).write(to: file)
    let heard = "/run/systemd/timesync/synchronized"
    let talk = try Conversation(
      lab(), "--config '\(file.path)' --image-duration 1000 color:#2040A0",
      orders: [
        // The shop is open, but the clock says that it is night.
        "@sleep 5", look("booted", out), "@run touch \(heard)", "@sleep 1.1", look("night", out),
        "@run date -s '2026-11-23 12:00:00' > /dev/null", "@sleep 1", look("noon", out),
        "@run rm \(heard)", "@run date -s '2026-11-23 03:00:00' > /dev/null", "@sleep 1",
        look("lost", out),
        // A synchronization that sets the clock takes effect at once, too.
        "@run touch \(heard); date -s '2026-11-24 03:00:00' > /dev/null", "@sleep 0.5",
        look("set", out),
      ], out: out,
      // A board without a battery-backed clock.
      before: "mkdir -p /run/systemd/timesync; mount -t tmpfs none /sys/class/rtc 2> /dev/null; "
        + "date -s '2026-11-23 03:00:00' > /dev/null")
    let looks = try Looks(out, ["booted", "night", "noon", "lost", "set"])
    #expect(looks["booted"] == true && looks["night"] == false, "\(talk.log)")
    #expect(looks["noon"] == true && looks["lost"] == true && looks["set"] == false)
  }
}

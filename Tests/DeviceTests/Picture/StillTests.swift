import Foundation
import Testing

/// Images as items: animated and still ones, covers and plain colours.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct StillTests {
  private static let lab = ["--travel", "--display", "640x480@60"]

  /// Half a second of animation at 10 fps.
  private func moving(_ name: String, _ options: [String]) throws -> String {
    try Clips.make(name, ["-f", "lavfi", "-i", "testsrc2=s=160x120:r=10:d=0.5"] + options)
  }

  @Test("An animated GIF or PNG loops for the image duration")
  func animated() throws {
    let clips = [
      try moving("moves.gif", []), try moving("moves.apng", ["-f", "apng", "-plays", "0"]),
    ]
    for (number, clip) in clips.enumerated() {
      let out = try Lab.folder("still-moves-\(number)")
      let result = try Lab.guest(
        Self.lab + ["--audio", "none"], out: out,
        "$VITRINE play --image-duration 2 '\(clip)' color:white")
      #expect(result.status == 0, "\(result.output)")
      let flips = try FlipTrace(out.appending(path: "flips.trace")).flips
      // Four loops of five pictures, and the white one.
      #expect(flips.count == 21, "\(clip)")
      // The first picture is early; the second one comes after a tenth of a second.
      let (second, last) = (try #require(flips.dropFirst().first), try #require(flips.last))
      #expect(abs(last.time - second.time - 1.9) < 0.02, "\(last.time - second.time) s")
    }
  }

  @Test("Threads hardly wake while a still image is shown without sound")
  func rests() throws {
    let out = try Lab.folder("still-rests")
    let result = try Lab.guest(
      Self.lab + ["--audio", "none"], out: out,
      """
      $VITRINE play --image-duration 100 color:white color:black & P=$!
      count() { for t in /proc/$P/task/*; do echo $(tr ' ' - < $t/comm) $(awk '/^voluntary/ { print $2 }' $t/status); done; }
      sleep 10; count > $OUT/before; sleep 60; count > $OUT/after; kill $P; wait $P
      """)
    func counts(_ name: String) throws -> [String: Int] {
      let text = try String(contentsOf: out.appending(path: name), encoding: .utf8)
      let pairs = text.split(separator: "\n").map { $0.split(separator: " ") }
      return Dictionary(
        pairs.compactMap { $0.count == 2 ? (String($0[0]), Int($0[1]) ?? 0) : nil },
        uniquingKeysWith: +)
    }
    let (before, after) = (try counts("before"), try counts("after"))
    #expect(after.count > 5, "\(result.output)")
    let wakes = after.mapValues { Double($0) / 60 }
      .merging(before.mapValues { -Double($0) / 60 }, uniquingKeysWith: +)
    #expect(
      (wakes["sound"] ?? .infinity) < 1.5 && (wakes["display"] ?? .infinity) < 1.5, "\(wakes)")
    let sum = wakes.values.reduce(0, +)
    #expect(sum < 5, "\(wakes)")
    print("still: \((sum * 10).rounded() / 10) wakeups per second in total")
  }

  @Test("Still images of all formats are shown for exactly the image duration")
  func stills() throws {
    let names = ["still.webp", "still.png", "still.jpg"]
    let clips = try names.map { name in
      try Clips.make(name, ["-f", "lavfi", "-i", "testsrc=s=320x240", "-frames:v", "1"])
    }
    let out = try Lab.folder("still-stays")
    let result = try Lab.guest(
      Self.lab + ["--audio", "none"], out: out,
      "$VITRINE play --image-duration 1 '\(clips.joined(separator: "' '"))' color:white")
    #expect(result.status == 0, "\(result.output)")
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips
    let stays = zip(flips, flips.dropFirst()).map { $1.sequence - $0.sequence }
    // The first picture is early by the time the clock takes to start.
    #expect(stays.dropFirst() == [60, 60] && (58...63).contains(stays.first ?? 0), "\(stays)")
  }

  @Test("Music shows its cover, and a colour item shows its colour")
  func plain() throws {
    let green = try Clips.make(
      "green.png", ["-f", "lavfi", "-i", "color=0x00C000:s=320x240", "-frames:v", "1"])
    let music = try Clips.make(
      "covered.mp3",
      [
        "-f", "lavfi", "-i", "sine=f=440:d=2", "-i", green, "-map", "0", "-map", "1", "-c:v",
        "mjpeg", "-pix_fmt", "yuvj444p", "-disposition:v", "attached_pic",
      ])
    for (number, (item, color)) in [(music, [0, 192, 0]), ("color:#FF0000", [255, 0, 0])]
      .enumerated()
    {
      let out = try Lab.folder("still-plain-\(number)")
      let result = try Lab.guest(
        Self.lab, out: out,
        "$VITRINE play --image-duration 1 --screenshot $OUT/s.png --at 0.3 '\(item)'")
      #expect(result.status == 0, "\(result.output)")
      let seen = try Pixels(png: out.appending(path: "s.png"))[320, 240]
      #expect(zip(seen, color).allSatisfy { abs($0 - $1) <= 4 }, "\(seen) for \(item)")
    }
  }
}

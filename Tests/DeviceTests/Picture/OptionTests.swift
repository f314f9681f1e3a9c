import Foundation
import Testing

/// The effects of `vitrine play` options on picture and sound, from the kernel's trace of flips and the loopback's
/// recording.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct OptionTests {
  private static let frequency = 440.0
  private static let level = 16000.0

  /// Moving colours at 30 fps, and a tone whose samples are all known.
  private func clip(seconds: Int) throws -> String {
    try Clips.make(
      "tone-\(seconds).mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=s=320x240:r=30:d=\(seconds)", "-f", "lavfi", "-i",
        "aevalsrc='\(Self.level)/32768*sin(2*PI*\(Self.frequency)*t)|0':s=48000:d=\(seconds)",
        "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset", "veryfast", "-c:a", "pcm_s16le",
      ])
  }

  private static let lab = ["--travel", "--display", "640x480@60", "--record"]
  private static let sound = "--audio hw:CARD=Loopback,DEV=0"

  private func play(_ name: String, _ arguments: String) throws -> (FlipTrace, HeardTone) {
    let out = try Lab.folder("option-\(name)")
    let result = try Lab.guest(Self.lab, out: out, "$VITRINE play \(Self.sound) \(arguments)")
    #expect(result.status == 0, "\(result.output)")
    return (try FlipTrace(out.appending(path: "flips.trace")), try HeardTone(out))
  }

  @Test("The speed changes the duration and not the pitch", arguments: [2.0, 0.5])
  func rate(_ rate: Double) throws {
    let (trace, tone) = try play("rate-\(rate)", "--rate \(rate) '\(try clip(seconds: 4))'")
    #expect(trace.flips.count == 120)
    // The first picture is early.
    let second = try #require(trace.flips.dropFirst().first)
    let length = try #require(trace.flips.last).time - second.time
    #expect(abs(length - 118 / 30 / rate) < 0.02, "\(length) s")
    #expect(abs(tone.seconds - 4 / rate) < 0.1, "\(tone.seconds) s")
    #expect(abs(tone.frequency / Self.frequency - 1) < 0.02, "\(tone.frequency) Hz")
  }

  @Test("--start and --end select exactly the frames and sound between them")
  func part() throws {
    // The silent picture after it keeps the sound device open: closing it loses the last tick of 10 ms.
    let picture = try Clips.make(
      "after.png", ["-f", "lavfi", "-i", "color=gray:s=64x48", "-frames:v", "1"])
    let (trace, tone) = try play(
      "part", "--image-duration 3 --start 1 --end 2 '\(try clip(seconds: 4))' '\(picture)'")
    #expect(trace.flips.count == 31)
    // The container's timestamps are in milliseconds.
    #expect(abs(tone.seconds - 1) < 0.002, "\(tone.seconds) s")
  }

  @Test("Volume changes scale the sound and muting silences it, without a click")
  func volume() throws {
    let out = try Lab.folder("option-volume")
    let talk = try Conversation(
      Self.lab, "\(Self.sound) '\(try clip(seconds: 10))'",
      orders: [
        "@wait shown", "@sleep 1.5", "volume 0.5", "@sleep 1.5", "mute on", "@sleep 1.5",
        "mute off", "@sleep 1.5", "volume 1", "@sleep 1.5",
      ], out: out)
    let tone = try HeardTone(out)
    // A command takes some tenths of a second to become audible.
    let start = try #require(talk.all("shown").first).time
    let levels = [0.5, 2.1, 3.6, 5.1, 6.6].map { tone.peak(in: $0..<$0 + 0.7) / Self.level }
    for (level, wanted) in zip(levels, [1, 0.5, 0, 0.5, 1]) {
      #expect(abs(level - wanted) < 0.02, "\(levels)")
    }
    let steepest = Self.level * 2 * .pi * Self.frequency / 48000
    let quit = try #require(talk.sent("quit").first).time - start
    #expect(
      tone.greatestStep(until: quit - 0.3) < 2 * steepest,
      "\(steepest) exceeds the tone's own slope")
  }

  @Test(
    "--mode overrides the connector's mode, which overrides the general one",
    arguments: [
      ("", "800x600@60.32"), ("--mode 1280x720", "1280x720@60"),
      ("--display Virtual-2", "1024x768@60"),
    ])
  func mode(_ options: String, _ mode: String) throws {
    let out = try Lab.folder("option-mode")
    try """
    display:
      connector: Virtual-1
      mode: 1024x768
      fit: stretch
      rotation: 90
    outputs:
      Virtual-1: {mode: 800x600@60.32, rotation: 180}
    """.write(to: out.appending(path: "kiosk.yaml"), atomically: true, encoding: .utf8)
    let result = try Lab.guest(
      ["--travel", "--planes", "2", "--outputs", "2", "--display", "640x480@60"], out: out,
      """
      $VITRINE play --audio none --config $OUT/kiosk.yaml \(options) --image-duration 1 \
        --screenshot $OUT/seen.png '\(try redOnTop())'
      """)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains(", \(mode): \(mode): as pinned"), "\(result.output)")
    // Upside down on the first connector, and clockwise on the other, which has no entry in `outputs`.
    let seen = try Pixels(png: out.appending(path: "seen.png"))
    let isOther = options.contains("Virtual-2")
    let red = isOther ? (seen.width - 9, seen.height / 2) : (seen.width / 2, seen.height - 9)
    #expect(seen[red.0, red.1][0] > 200)
    #expect(seen[seen.width - 1 - red.0, seen.height - 1 - red.1][0] < 60)
  }

  /// Red above blue.
  private func redOnTop() throws -> String {
    try Clips.make(
      "red-on-top.png",
      ["-f", "lavfi", "-i", "color=red:s=64x32,pad=64:64:0:0:blue", "-frames:v", "1"])
  }

  @Test("The same shuffle seed gives the same order")
  func shuffle() throws {
    let clips = try (1...8).map { number in
      try Clips.make(
        "card-\(number).png", ["-f", "lavfi", "-i", "color=gray:s=64x48", "-frames:v", "1"])
    }
    func order(_ options: [String]) throws -> [Substring] {
      let result = try Lab.run(
        Lab.player,
        ["play", "--display", "headless:64x48@60", "--audio", "none", "--image-duration", "0.05"]
          + options + clips)
      #expect(result.status == 0, "\(result.output)")
      return result.output.split(separator: "\n").filter { $0.hasSuffix(": playing") }
    }
    let plain = try order([])
    let seven = try order(["--shuffle", "--seed", "7"])
    #expect(plain.count == 8 && seven.count == 8)
    #expect(try order(["--shuffle", "--seed", "7"]) == seven)
    #expect(seven != plain && Set(seven) == Set(plain))
  }
}

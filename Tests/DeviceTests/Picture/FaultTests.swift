import Foundation
import Testing

/// Drivers that are busy, lose flips, and refuse previously accepted commits.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct FaultTests {
  private static let seconds = Lab.isSoak ? 20 : 3
  /// Frame rates. The short form uses only one.
  static let rates = Lab.isSoak ? [30.0, 60] : [60]
  static let seeds = Lab.isSoak ? 1...5 : 1...1

  /// Percentages of failing commits, by kind.
  static let kinds =
    ["busy=5", "lost=5", "busy=1,lost=1"]
    + (Lab.isSoak ? ["busy=1", "lost=1", "busy=5,lost=5"] : [])

  @Test("Busy devices and lost flips cost at most three refreshes", arguments: kinds, [30.0, 60])
  func passing(kind: String, rate: Double) throws {
    for seed in Self.seeds {
      let play = try FaultyPlay(
        "\(kind)-\(Int(rate))-\(seed)", "\(kind),seed=\(seed)", rate: rate, seconds: Self.seconds)
      try play.check()
      // At one percent, a short clip may hit no fault.
      if Lab.isSoak || kind.contains("5") { #expect(try play.stats.display?.recoveries ?? 0 > 0) }
    }
  }

  @Test(
    "Playback moves to another plane when one is refused",
    arguments: [[], ["--planes", "2"]], rates)
  func plane(lab: [String], rate: Double) throws {
    let name = "plane-\(lab.joined())-\(Int(rate))"
    let planes = try Self.display(lab).planes
    let play = try FaultyPlay(
      name, "plane=\(planes[0])@\(Int(rate))", rate: rate, seconds: Self.seconds, lab: lab)
    try play.check()
    let others = try #require(try play.stats.display?.planes)
    #expect(!others.contains(planes[0]) && !others.isEmpty, "\(planes), then \(others)")
    // With two planes, the remaining one is alone.
    #expect(others.count == (lab.isEmpty ? 2 : 1), "\(others)")
  }

  @Test(
    "Playback falls back to composed RGB when a format is refused",
    arguments: [[], ["--planes", "2"], ["--planes", "1"]], rates)
  func format(lab: [String], rate: Double) throws {
    let name = "format-\(lab.joined())-\(Int(rate))"
    let format = try #require(try Self.display(lab).format)
    let play = try FaultyPlay(
      name, "format=\(format)@\(Int(rate))", rate: rate, seconds: Self.seconds, lab: lab)
    try play.check()
    #expect(try play.stats.display?.format != format)
  }

  @Test("Frames use the next format if the best one gets no framebuffer")
  func buffers() throws {
    let format = try #require(try Self.display([]).format)
    let play = try FaultyPlay("buffer", "buffer=\(format)", rate: 60, seconds: Self.seconds)
    try play.check()
    let other = try #require(try play.stats.display)
    #expect(other.format != format && other.recoveries == 0)
  }

  @Test("A writeback connector that breaks the mode set is not used")
  func writeback() throws {
    let play = try FaultyPlay("clone", "clone=refused", rate: 60, seconds: Self.seconds)
    try play.check()
    #expect(play.output.contains("cannot use its writeback connector"), "\(play.output)")
    #expect(play.output.contains("(composition)") && !play.output.contains("(writeback)"))
  }

  @Test("A screenshot without a buffer for writeback is composed, and costs no frame")
  func screenshot() throws {
    let play = try FaultyPlay("shot", "buffer=XR24", rate: 60, seconds: Self.seconds)
    try play.check()
    #expect(play.output.contains("(composition)") && !play.output.contains("(writeback)"))
    #expect(try play.stats.display?.recoveries == 0)
    #expect(!play.output.contains("no picture"), "\(play.output)")
  }

  @Test(
    "Playback survives the refusal of the interface's plane",
    arguments: [[], ["--planes", "2"]], [30.0, 60])
  func interface(lab: [String], rate: Double) throws {
    let planes = try Self.display(lab).planes
    let out = try Lab.folder("fault-interface-\(lab.joined())-\(Int(rate))")
    let clip = try NumberedClip(seconds: 8, rate: rate)
    let shots = (1...5).flatMap { number in
      [
        TouchGlass.key("INFO"), TouchGlass.wait(500),
        "screenshot \(out.path)/shot-\(number).png", "@wait screenshot",
      ]
    }
    let talk = try Conversation(
      ["--travel", "--audio", "none", "--display", FaultyPlay.large, "--time-limit", "120"] + lab,
      "--interactive --stats $OUT/stats.json --inject plane=\(planes[1])@\(Int(rate) * 2) "
        + "'\(clip.path)'",
      orders: ["@wait shown", "@sleep 0.5"] + shots, out: out)
    let stats = try Statistics(out.appending(path: "stats.json"))
    let display = try #require(stats.display)
    #expect(display.recoveries == 1)
    #expect(!display.planes.contains(planes[1]) && !display.planes.isEmpty, "\(display.planes)")
    #expect(talk.all("interface").contains { $0.visible == true }, "the interface was never shown")
    #expect(talk.log.filter { $0.text.contains("no picture") }.map(\.text) == [])
    for number in 1...5 {
      let pixels = try Pixels(png: out.appending(path: "shot-\(number).png"))
      let (clip, bar) = (pixels[40, 300], pixels[75, 446])
      // A red column, and a moving line of all colours in front of it.
      #expect((clip.max() ?? 0) > 180 && (clip.min() ?? 255) < 60, "\(number): \(clip)")
      #expect(bar[0] > 180 && (61...130).contains(bar[1]), "\(number): the bar is \(bar)")
    }
    let vblanks = try FlipTrace(out.appending(path: "flips.trace"), withBlocking: true).flips
      .map(\.sequence).dropFirst(2)
    let longest = zip(vblanks.dropFirst(), vblanks).map { $0 - $1 }.max() ?? .max
    let ideal = Int((1000 / (display.vblankPeriod * rate)).rounded(.up))
    #expect(longest <= ideal + FaultyPlay.patience, "refreshes between pictures")
  }

  /// The display without faults.
  private static func display(_ lab: [String]) throws -> Statistics.Display {
    let out = try Lab.folder("fault-none")
    let clip = try NumberedClip(seconds: 1)
    let result = try Lab.guest(
      ["--travel", "--display", FaultyPlay.mode] + lab, out: out,
      "$VITRINE play --stats $OUT/stats.json '\(clip.path)'")
    #expect(result.status == 0, "\(result.output)")
    return try #require(try Statistics(out.appending(path: "stats.json")).display)
  }
}

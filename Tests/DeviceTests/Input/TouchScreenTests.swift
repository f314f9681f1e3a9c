import Foundation
import Testing

/// The scanned-out picture with the interface over it, read by writeback.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct TouchScreenTests {
  private static let (width, height) = (640, 480)
  private static let shots = ["before", "bars", "after"]

  /// Screenshots before a tap, with the bars it shows, and after they have hidden.
  private func shots(
    _ name: String, _ arguments: String, _ lab: [String] = []
  ) throws -> [Pixels] {
    let folder = Lab.root.appending(path: ".build/lab-tests/touch-screen-\(name)")
    func shoot(_ shot: String) -> [String] {
      ["screenshot \(folder.path)/\(shot).png", "@wait screenshot"]
    }
    let scene = try TouchScene(
      "screen-\(name)", arguments,
      lab: TouchScene.lab + lab,
      ["@wait shown", "@sleep 1"] + shoot("before") + TouchGlass().tap(0.5, 0.3)
        + [TouchGlass.wait(900)] + shoot("bars") + [TouchScene.untilHidden] + shoot("after"))
    #expect(scene.conversation.all("screenshot").count == Self.shots.count)
    return try Self.shots.map { try Pixels(png: folder.appending(path: "\($0).png")) }
  }

  /// The number of pixels of a row that differ.
  private func difference(_ one: Pixels, _ other: Pixels, row: Int) -> Int {
    (0..<Self.width).count { one[$0, row] != other[$0, row] }
  }

  @Test(
    "The bars appear over the picture and leave no trace",
    arguments: ["two-planes", "one-plane", "rgb", "one"])
  func planes(mode: String) throws {
    let image = try Clips.make(
      "touch-still.png", ["-f", "lavfi", "-i", "testsrc2=s=640x480", "-frames:v", "1"])
    let options = "--image-duration 60 '\(image)'"
    let shots =
      try mode == "one"
      ? shots(mode, options, ["--planes", "1"]) : shots(mode, "--render \(mode) \(options)")
    let slider = Int(TouchGlass().sliderHeight * Double(Self.height))
    #expect(difference(shots[0], shots[1], row: slider) > Self.width / 2)
    // Between the middle button and the bars there is only the picture.
    for row in [Self.height * 3 / 10, Self.height * 7 / 10] {
      #expect(difference(shots[0], shots[1], row: row) == 0, "row \(row)")
    }
    let left = (0..<Self.height).reduce(0) { $0 + difference(shots[0], shots[2], row: $1) }
    #expect(left == 0, "\(left) pixels")
  }

  @Test(
    "Subtitles move above the bars and back", arguments: ["", "--render rgb"])
  func subtitles(option: String) throws {
    let text = Lab.root.appending(path: ".build/lab-media/touch.srt")
    let clip = try Clips.make(
      "touch-dark.mp4",
      [
        "-f", "lavfi", "-i", "color=0x101010:s=640x480:r=10:d=20", "-pix_fmt", "yuv420p", "-c:v",
        "libx264",
      ])
    try Data("1\n00:00:00,000 --> 00:00:20,000\nHallo Welt\n".utf8).write(to: text)
    let shots = try shots(
      option.isEmpty ? "subtitles" : "subtitles-rgb", "\(option) --sub '\(text.path)' '\(clip)'")
    let slider = Int(TouchGlass().sliderHeight * Double(Self.height))
    // Bright letters in the middle of the width, away from times and buttons.
    func letters(_ shot: Pixels, above end: Int) -> ClosedRange<Int>? {
      let rows = (Self.height * 6 / 10..<end).filter { row in
        (Self.width * 3 / 8..<Self.width * 5 / 8).count { shot[$0, row][1] > 110 } > 1
      }
      return rows.first.flatMap { first in rows.last.map { first...$0 } }
    }
    let before = try #require(letters(shots[0], above: Self.height))
    let raised = try #require(letters(shots[1], above: slider - 12))
    #expect(before.lowerBound > Self.height * 3 / 4)
    #expect(raised.upperBound < before.lowerBound)
    #expect(abs(raised.count - before.count) <= 2, "\(before) and \(raised)")
    #expect(difference(shots[0], shots[1], row: slider) > Self.width / 2, "no bars")
    let left = (0..<Self.height).reduce(0) { $0 + difference(shots[0], shots[2], row: $1) }
    #expect(left == 0, "\(left) pixels")
  }
}

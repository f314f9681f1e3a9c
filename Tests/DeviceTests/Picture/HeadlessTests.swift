import Foundation
import Testing

/// The program on a headless display, without a device. These tests run in time-travel mode too, because durations vary
/// on a busy machine.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct HeadlessTests {
  private static let quiet = ["play", "--display", "headless:640x360@60", "--audio", "none"]

  /// Plays in a new folder, and returns the duration, the output and the exit status.
  private func play(
    _ name: String, _ arguments: [String]
  ) throws -> (seconds: Double, output: String, Int32) {
    let out = try Lab.folder(name)
    let words = (Self.quiet + arguments).map { "'\($0)'" }.joined(separator: " ")
    let result = try Lab.guest(
      ["--travel", "--display", "none"], out: out,
      """
      began=$(date +%s%N); $VITRINE \(words); status=$?
      echo $(($(date +%s%N) - began)) > $OUT/nanoseconds; exit $status
      """)
    let written = try String(contentsOf: out.appending(path: "nanoseconds"), encoding: .utf8)
    let taken = try #require(Double(written.trimmingCharacters(in: .whitespacesAndNewlines)))
    return (taken / 1e9, result.output, result.status)
  }

  @Test("A colour is shown for the image duration")
  func color() throws {
    let (seconds, output, status) = try play(
      "color", ["--image-duration", "1", "color:#FF0000"])
    #expect(status == 0, "\(output)")
    #expect(seconds > 0.9 && seconds < 3)
  }

  @Test("A still image can start at any position and ends on time")
  func still() throws {
    let image = try Clips.make(
      "still.png", ["-f", "lavfi", "-i", "testsrc=s=640x480", "-frames:v", "1"])
    let (seconds, output, status) = try play(
      "still", ["--image-duration", "2", "--start", "0.5", image])
    #expect(status == 0, "\(output)")
    #expect(seconds > 1.4 && seconds < 4)
  }

  @Test("Audio of an unknown codec is reported, and the picture plays")
  func unknownSound() throws {
    let good = try Data(contentsOf: URL(filePath: Clips.motion("good.mkv", seconds: 1)))
    var changed = good
    while let place = changed.firstRange(of: Data("A_AAC".utf8)) {
      changed.replaceSubrange(place, with: Data("A_QQQ".utf8))
    }
    let file = Lab.root.appending(path: ".build/lab-media/unknown-sound.mkv")
    try changed.write(to: file)
    let stats = Lab.root.appending(path: ".build/lab-tests/unknown-sound/stats.json")
    let (_, output, status) = try play("unknown-sound", ["--stats", stats.path, file.path])
    #expect(status == 0, "\(output)")
    #expect(output.contains("plays without sound"), "\(output)")
    #expect(try Statistics(stats).frames.presented == 30)
  }

  @Test("The rest of an overlong command line is not run as a command")
  func longLine() throws {
    let file = try Lab.folder("long-line-file").appending(path: "commands")
    // Three times the size of a read, so that the rest belongs to the same line.
    let line = String(repeating: "#", count: 3 * 4096) + "status"
    try Data((line + "\nquit\n").utf8).write(to: file)
    let (_, output, status) = try play(
      "long-line", ["--image-duration", "2", "--commands", file.path, "color:#FF0000"])
    #expect(status == 0, "\(output)")
    #expect(output.contains("skipped a line that is too long (limit: 8192 bytes)"), "\(output)")
    #expect(!output.contains("\"event\":\"status\""), "\(output)")
  }

  @Test("A FIFO accepts commands from one writer after another")
  func fifo() throws {
    let folder = try Lab.folder("fifo")
    let result = try Lab.guest(
      ["--travel", "--display", "none"], out: folder,
      """
      mkfifo $OUT/fifo
      timeout 20 $VITRINE \(Self.quiet.joined(separator: " ")) --loop item --commands $OUT/fifo \
        '\(try Clips.motion("good.mp4", seconds: 1))' & player=$!
      for command in pause 'seek 0.5' "screenshot $OUT/a b.png" status; do
        sleep 0.5; echo "$command" > $OUT/fifo
      done
      sleep 0.5; echo quit > $OUT/fifo; wait $player
      """)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("\"paused\":true"), "\(result.output)")
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: "a b.png").path))
  }
}

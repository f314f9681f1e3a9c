import Foundation
import Testing

/// Error messages for bad input, and playback of the remaining items.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct BadInputTests {
  private static let quiet = ["play", "--display", "headless:640x360@60", "--audio", "none"]

  private func good() throws -> String {
    try Clips.motion("good.mp4", seconds: 1)
  }

  /// The bad files: name, part of the error message, exit status.
  static let cases: [(name: String, words: String, status: Int32)] = [
    ("missing.mp4", "no such file", 66), ("folder.mp4", "folder.mp4: nothing to play", 66),
    ("text.mp4", "not a media file", 65), ("truncated.mp4", "the file is incomplete", 65),
    ("encrypted.mp4", "encrypted (DRM)", 65), ("unknown.mp4", "cannot decode", 65),
    ("empty.mp4", "the file is empty", 65),
  ]

  private func make(_ name: String) throws -> String {
    let folder = Lab.root.appending(path: ".build/lab-media/bad")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: name)
    let data = try Data(contentsOf: URL(filePath: good()))
    switch name {
    case "folder.mp4":
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    case "text.mp4": try Data("This is a shopping list.\nMilk\n".utf8).write(to: file)
    case "truncated.mp4": try data.prefix(data.count / 2).write(to: file)
    case "encrypted.mp4":
      let key = "0123456789abcdef0123456789abcdef"
      let result = try Lab.run(
        "ffmpeg",
        [
          "-v", "error", "-y", "-i", try good(), "-c", "copy", "-encryption_scheme",
          "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid", key, file.path,
        ])
      #expect(result.status == 0, "\(result.output)")
    case "unknown.mp4":
      var changed = data
      while let place = changed.firstRange(of: Data("avc1".utf8)) {
        changed.replaceSubrange(place, with: Data("zzzz".utf8))
      }
      try changed.write(to: file)
    case "empty.mp4": try Data().write(to: file)
    default: break
    }
    return file.path
  }

  @Test("A single bad file ends with its error and status", arguments: cases)
  func alone(name: String, words: String, status: Int32) throws {
    let result = try Lab.run(Lab.player, Self.quiet + [try make(name)])
    let lines = result.output.split(separator: "\n").filter { $0.contains(name) }
    #expect(lines.filter { $0.hasPrefix("error: ") }.count == 1, "\(result.output)")
    #expect(result.output.contains(words), "\(result.output)")
    #expect(result.status == status)
  }

  @Test(
    "A mistyped command or value gets a suggestion",
    arguments: [
      (["plya", "a.mp4"], #"unknown command "plya": did you mean play?"#),
      (["cache", "prnue"], #"unknown command "cache prnue": did you mean prune?"#),
      (["help", "plya"], #"unknown command "plya": did you mean play?"#),
      (["frobnicate"], #"unknown command "frobnicate""#),
      (["ctl", "paus"], #"unknown command "paus": did you mean pause?"#),
      (
        ["ctl", "fit", "fill"], #"unknown value "fill" for fit: expected contain, cover or stretch"#
      ),
      (["play", "--fit", "fill", "a.mp4"], "'contain', 'cover' or 'stretch'"),
      (["play", "--rotaet", "90", "a.mp4"], "Did you mean '--rotate'?"),
    ])
  func mistyped(words: [String], message: String) throws {
    let result = try Lab.run(Lab.player, words)
    #expect(result.status == 64 && result.output.contains(message), "\(result.output)")
  }

  @Test("Bad files in a list are reported once each, and the others play")
  func list() throws {
    let bad = try Self.cases.map { try make($0.name) }
    let good = try good()
    let out = try Lab.folder("bad-list")
    let files = ([good] + bad + [good]).map { "'\($0)'" }.joined(separator: " ")
    // In time-travel mode every frame is presented, even on a busy machine.
    let result = try Lab.guest(
      ["--travel", "--display", "none"], out: out,
      "$VITRINE \(Self.quiet.joined(separator: " ")) --stats $OUT/stats.json \(files)")
    #expect(result.status == 0)
    let lines = result.output.split(whereSeparator: \.isNewline)
    #expect(lines.filter { $0.hasPrefix("error: ") }.count == bad.count, "\(result.output)")
    #expect(try Statistics(out.appending(path: "stats.json")).frames.presented == 60)
  }

  @Test("Unwritable statistics are reported with their cause")
  func statistics() throws {
    let result = try Lab.run(
      Lab.player,
      Self.quiet + ["--stats", "/nowhere/s.json", "--image-duration", "0.1", "color:#000000"])
    #expect(result.status == 73)
    let said = "/nowhere/s.json: cannot write statistics: No such file or directory"
    #expect(result.output.contains(said), "\(result.output)")
  }

  @Test("Without a display, the error names the cause and the remedy")
  func noDisplay() throws {
    let result = try Lab.guest(
      ["--travel", "--display", "none"], "$VITRINE play '\(try good())'")
    #expect(result.status == 69)
    #expect(result.output.contains("no display device"), "\(result.output)")
    #expect(result.output.contains("--display headless"))
  }

  @Test("Missing permission for a display is reported with the group")
  func noPermission() throws {
    let result = try Lab.guest(
      ["--travel"],
      "chmod 600 /dev/dri/*; exec setpriv --reuid 65534 --clear-groups $VITRINE play '\(try good())'"
    )
    #expect(result.status == 77, "\(result.output)")
    #expect(result.output.contains("permission denied") && result.output.contains("video"))
  }

  @Test("A busy display is reported with the program that owns it")
  func notMaster() throws {
    let clip = try good()
    let result = try Lab.guest(
      ["--travel"],
      "$VITRINE play --loop queue '\(clip)' 2>/dev/null & sleep 2; $VITRINE play '\(clip)'")
    #expect(result.status == 69)
    #expect(result.output.contains("belongs to vitrine (process"), "\(result.output)")
  }

  @Test("The player waits for a display that another program releases soon")
  func masterLater() throws {
    let clip = try good()
    let result = try Lab.guest(
      ["--travel"],
      "$VITRINE play --loop queue '\(clip)' 2>/dev/null & sleep 2; $VITRINE play '\(clip)' & "
        + "P=$!; sleep 4; kill %1; wait $P")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("belongs to vitrine (process"), "\(result.output)")
    #expect(result.output.contains("display: Virtual-1"), "\(result.output)")
  }

  @Test("Without a sound device there is a warning, and the picture plays")
  func noSound() throws {
    let out = try Lab.folder("no-sound")
    let result = try Lab.guest(
      ["--travel", "--audio", "none"], out: out, "$VITRINE play --stats $OUT/s.json '\(try good())'"
    )
    #expect(result.status == 0)
    #expect(result.output.contains("warning: no sound: no sound card"), "\(result.output)")
    #expect(try Statistics(out.appending(path: "s.json")).frames.presented == 30)
  }

  @Test("An unsupported mode is reported with the nearest one")
  func noMode() throws {
    let result = try Lab.guest(
      ["--travel"], "$VITRINE play --mode 3000x2000@60 '\(try good())'")
    #expect(result.status == 78)
    #expect(result.output.contains("no mode 3000x2000@60; nearest is"), "\(result.output)")
  }

  @Test("The display's state is restored at the end and on SIGTERM")
  func restore() throws {
    let result = try Lab.guest(
      ["--travel"],
      """
      state() { grep -A 3 -E 'crtc.*crtc-0' /sys/kernel/debug/dri/*/state | grep -E 'active=|enable=' | sort -u; }
      state > /tmp/before
      $VITRINE play '\(try good())'; state > /tmp/after
      cmp /tmp/before /tmp/after || exit 2
      $VITRINE play --loop queue '\(try good())' & sleep 2; state > /tmp/playing
      kill -TERM $!; wait $! || exit 3; state > /tmp/after
      cmp -s /tmp/before /tmp/playing && exit 4
      cmp /tmp/before /tmp/after || exit 5
      """)
    #expect(result.status == 0, "\(result.status): \(result.output)")
  }
}

import Foundation
import Testing

/// An interpreter above a film, on the kernel's planes: the numbers of the frames in both framebuffers, and in
/// screenshots.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct SignLanguageTests {
  /// The interpreter's place on a display of 640x480.
  private static let place = "438,264,192,144"
  private static let settings = "subtitles: {sign-language: true}\n"

  private static func write(_ film: String, _ interpreter: String, in folder: URL) throws {
    try Data(settings.utf8).write(to: folder.appending(path: "vitrine.yaml"))
    try Data("items: [{file: '\(film)', sign-language: '\(interpreter)'}]\n".utf8)
      .write(to: folder.appending(path: "list.yaml"))
  }

  /// The changes of a plane's framebuffer: when each was seen, and the number in it.
  private static func changes(in folder: URL) throws -> [String: [(time: Double, number: Int)]] {
    var changes: [String: [(time: Double, number: Int)]] = [:]
    for line in try String(contentsOf: folder.appending(path: "seen"), encoding: .utf8)
      .split(separator: "\n")
    {
      let words = line.split(separator: " ")
      guard words.count == 4, let time = Double(words[0]), let number = Int(words[1]), number >= 0
      else { continue }
      changes[String(words[2]), default: []].append((time, number))
    }
    return changes
  }

  private struct Statistics: Decodable {
    struct Frames: Decodable { let presented, late, dropped: Int }
    struct SignLanguage: Decodable { let presented, dropped, hidden: Int }
    let frames: Frames
    let signLanguage: SignLanguage?
  }

  private static func statistics(_ name: String, in folder: URL) throws -> Statistics {
    try JSONDecoder().decode(
      Statistics.self, from: Data(contentsOf: folder.appending(path: "\(name).json")))
  }

  @Test("Each of its frames is shown with the film's, on its own plane")
  func frames() throws {
    let (film, interpreter) = (try NumberedClip(seconds: 8), try NumberedClip(seconds: 6))
    let out = try Lab.folder("sign-language")
    try Self.write(film.path, interpreter.path, in: out)
    let tools = Lab.root.appending(path: "tools/lab.d").path
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60", "--audio", "none"], out: out,
      """
      \(tools)/watch-numbers $OUT/seen 0.004 2> $OUT/watcher.log & watcher=$!
      until [ -e $OUT/seen ]; do sleep 0.01; done
      $VITRINE play --config $OUT/vitrine.yaml --stats $OUT/both.json $OUT/list.yaml; status=$?
      kill $watcher
      $VITRINE play --stats $OUT/alone.json $OUT/list.yaml || exit
      exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    let changes = try Self.changes(in: out).values.sorted { $0.count > $1.count }
    try #require(changes.count == 2, "\(changes.map(\.count)) \(result.output)")
    let (below, above) = (changes[0], changes[1])
    #expect(below.map(\.number) == Array(0..<film.count))
    #expect(above.map(\.number) == Array(0..<interpreter.count))
    // In step: the film's frame with the same number is committed with it.
    let apart = zip(below, above).dropFirst().filter { abs($0.time - $1.time) > 0.009 }
    #expect(apart.isEmpty, "\(apart.prefix(5)) of \(apart.count)")
    let (both, alone) = (
      try Self.statistics("both", in: out), try Self.statistics("alone", in: out)
    )
    #expect(both.frames.presented == film.count && both.frames.late == 0)
    #expect(both.signLanguage?.presented == interpreter.count && both.signLanguage?.hidden == 0)
    #expect(alone.signLanguage == nil && alone.frames.presented == film.count)
  }

  @Test("It is above the film and below the interface, with one plane and more")
  func planes() throws {
    let interpreter = try NumberedClip(seconds: 6)
    let out = try Lab.folder("sign-language-planes")
    try Self.write(try Clips.quarters(), interpreter.path, in: out)
    let overlays = Self.settings + "overlays: {site: {text: Hello, at: top-left, size: 10}}\n"
    try Data(overlays.utf8).write(to: out.appending(path: "overlays.yaml"))
    for planes in ["1", "2", "4"] {
      for name in ["vitrine", "overlays"] {
        let shot = out.appending(path: "\(planes)-\(name).png")
        let result = try Lab.guest(
          ["--travel", "--planes", planes, "--display", "640x480@60", "--audio", "none"], out: out,
          """
          $VITRINE play --config $OUT/\(name).yaml --screenshot $OUT/\(shot.lastPathComponent) \\
            --at 2 --stats $OUT/\(planes)-\(name).json $OUT/list.yaml
          """)
        #expect(result.status == 0, "\(result.output)")
        let read = try Lab.run(
          Lab.root.appending(path: "tools/numbered-clip").path,
          ["--read", shot.path, "--rect", Self.place])
        let number = Int(read.output.trimmingCharacters(in: .whitespacesAndNewlines))
        #expect(number.map { (59...61).contains($0) } == true, "\(planes) \(name): \(read.output)")
        let seen = try Self.statistics("\(planes)-\(name)", in: out)
        print("\(planes) planes, \(name): \(seen)")
        #expect(seen.signLanguage?.hidden == 0)
      }
    }
  }

  @Test("A missing or damaged file delays nothing, and it is reported once")
  func failures() throws {
    let film = try NumberedClip(seconds: 5)
    let out = try Lab.folder("sign-language-failures")
    let damaged = out.appending(path: "damaged.mp4")
    try Data("not a video".utf8).write(to: damaged)
    for (name, file) in [("missing", "/nowhere.mp4"), ("damaged", damaged.path)] {
      try Self.write(film.path, file, in: out)
      let result = try Lab.guest(
        ["--travel", "--planes", "4", "--display", "640x480@60", "--audio", "none"], out: out,
        """
        $VITRINE play --config $OUT/vitrine.yaml --stats $OUT/\(name).json $OUT/list.yaml
        """)
      #expect(result.status == 0, "\(result.output)")
      let reports = result.output.split(separator: "\n").filter {
        $0.contains("plays without sign language")
      }
      #expect(reports.count == 1, "\(result.output)")
      let seen = try Self.statistics(name, in: out)
      #expect(seen.frames.presented == film.count && seen.frames.late == 0)
    }
  }

  @Test("In a zone it is beside the film, and both follow the rotation of the display")
  func zone() throws {
    let out = try Lab.folder("sign-language-zone")
    try Self.write(try NumberedClip(seconds: 5).path, try Clips.quarters(), in: out)
    let template = """
      background: "#006600"
      zones:
        film: {film: true, left: 25, width: 75, height: 75}
        signed: {sign-language: true, width: 25, top: 75}
      """
    try Data(template.utf8).write(to: out.appending(path: "t.yaml"))
    for rotation in [0, 90, 180, 270] {
      let settings =
        Self.settings + "zones: {template: \(out.path)/t.yaml, data: \(out.path)}\n"
        + "display: {rotation: \(rotation)}\n"
      try Data(settings.utf8).write(to: out.appending(path: "\(rotation).yaml"))
      let result = try Lab.guest(
        ["--travel", "--planes", "4", "--display", "640x480@60", "--audio", "none"], out: out,
        """
        $VITRINE play --config $OUT/\(rotation).yaml --screenshot $OUT/\(rotation).png --at 2 \\
          --stats $OUT/\(rotation).json $OUT/list.yaml
        """)
      #expect(result.status == 0, "\(result.output)")
      let pixels = try Pixels(png: out.appending(path: "\(rotation).png"))
      // The quarters of the interpreter's picture, and the background beside it.
      let places: [(x: Double, y: Double, color: [Int])] = [
        (0.06, 0.86, [255, 0, 0]), (0.19, 0.86, [0, 128, 0]), (0.06, 0.89, [0, 0, 255]),
        (0.19, 0.89, [255, 255, 255]), (0.1, 0.5, [0, 102, 0]), (0.5, 0.9, [0, 102, 0]),
      ]
      for (x, y, color) in places {
        let (across, down) =
          switch rotation {
          case 90: (1 - y, x)
          case 180: (1 - x, 1 - y)
          case 270: (y, 1 - x)
          default: (x, y)
          }
        let seen = pixels[Int(across * 640), Int(down * 480)]
        #expect(
          zip(seen, color).allSatisfy { abs($0 - $1) <= 6 }, "\(rotation)° \(x) \(y): \(seen)")
      }
    }
  }

  @Test("It returns with the display, after a cable was pulled, and with power")
  func plugged() throws {
    let out = try Lab.folder("sign-language-plugged")
    try Self.write(try Clips.quarters(), try NumberedClip(seconds: 12).path, in: out)
    let status = "/sys/kernel/config/vkms/lab/connectors/o/status"
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60", "--audio", "none"], out: out,
      """
      (sleep 2; echo "display off"; sleep 1; echo "display on"; sleep 1; echo status; echo "screenshot $OUT/power.png"; sleep 1;
       echo 2 > \(status); sleep 1; echo 1 > \(status); sleep 2; echo status; echo "screenshot $OUT/cable.png"; sleep 1; echo quit) |
       $VITRINE play --config $OUT/vitrine.yaml --commands - $OUT/list.yaml
      """)
    #expect(result.status == 0, "\(result.output)")
    // The position of the first frame comes before those of the two commands.
    let places = result.output.components(separatedBy: "\"position\":").dropFirst().compactMap {
      Double($0.prefix { "0123456789.".contains($0) })
    }
    try #require(places.count == 3, "\(places) \(result.output)")
    for (name, place) in zip(["power", "cable"], places.dropFirst()) {
      let read = try Lab.run(
        Lab.root.appending(path: "tools/numbered-clip").path,
        ["--read", out.appending(path: "\(name).png").path, "--rect", Self.place])
      let number = Int(read.output.trimmingCharacters(in: .whitespacesAndNewlines))
      // A position is at most 0.1 s old.
      let wanted = Int(place * 30)
      #expect(
        number.map { (wanted...wanted + 5).contains($0) } == true,
        "\(name): \(read.output), not \(wanted)")
    }
  }

  @Test("It follows seeks and pauses, and is hidden and shown by command")
  func commands() throws {
    let (film, interpreter) = (try Clips.quarters(), try NumberedClip(seconds: 6))
    let out = try Lab.folder("sign-language-commands")
    try Self.write(film, interpreter.path, in: out)
    let orders = [
      "pause", "seek 3", "screenshot $OUT/seek.png", "sign-language off",
      "screenshot $OUT/off.png", "sign-language on", "screenshot $OUT/on.png", "quit",
    ].map { "sleep 1; echo \"\($0)\"" }.joined(separator: "; ")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60", "--audio", "none"], out: out,
      """
      (\(orders)) | $VITRINE play --config $OUT/vitrine.yaml --commands - $OUT/list.yaml
      """)
    #expect(result.status == 0, "\(result.output)")
    for (name, wanted) in [("seek", 90), ("off", nil), ("on", 90)] as [(String, Int?)] {
      let read = try Lab.run(
        Lab.root.appending(path: "tools/numbered-clip").path,
        ["--read", out.appending(path: "\(name).png").path, "--rect", Self.place])
      let number = Int(read.output.trimmingCharacters(in: .whitespacesAndNewlines))
      #expect(number == wanted, "\(name): \(read.output)")
    }
  }
}

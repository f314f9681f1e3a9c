import Foundation
import Testing
import VitrineFakes

/// Zero-copy display of frames from a VAAPI device of libavcodec, checked by scanout. The driver belongs to
/// the tests and outputs a known pattern.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct AccelerationTests {
  private static let lab = ["--travel", "--display", "640x480@60", "--audio", "none"]
  private static let count = 60

  /// The driver, a film that it decodes, and the same frames as a plain film.
  private struct Scene {
    let driver: String
    let film: String
    let pattern: String

    init(size: String = "640x480") throws {
      let tools = Lab.root.appending(path: "tools/lab.d")
      driver = Lab.root.appending(path: ".build/va-driver").path
      let built = try Lab.run(tools.appending(path: "build-va-driver").path, [driver])
      guard built.status == 0 else { throw Clips.ClipError(text: built.output) }
      let folder = try Clips.once("va-pattern-\(size)-\(count)") { draft in
        try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
        let made = try Lab.run(
          tools.appending(path: "va-pattern").path,
          [
            "--size", size, "--pictures", "\(count)", "--rate", "30", "--key-frames", "20",
            "--out", draft,
          ])
        guard made.status == 0 else { throw Clips.ClipError(text: made.output) }
      }
      (film, pattern) = ("\(folder)/hardware.mp4", "\(folder)/pattern.mkv")
    }

    /// The driver's environment, with variables that inject faults.
    func environment(_ more: String = "") -> String {
      "LIBVA_DRIVERS_PATH='\(driver)' LIBVA_DRIVER_NAME=vitrinetest LIBVA_MESSAGING_LEVEL=0 \(more)"
    }
  }

  @Test("Every frame of the device is scanned out unchanged")
  func sums() throws {
    let (scene, out) = (try Scene(), try Lab.folder("acceleration-sums"))
    let result = try Lab.guest(
      Self.lab, out: out,
      """
      \(ScanoutSums.afterBlack())
      catch device
      \(scene.environment()) $VITRINE play --decoder auto --audio none --stats $OUT/device.json \
        '\(scene.film)' || exit
      kill $sums; wait $sums; catch software
      $VITRINE play --audio none --stats $OUT/software.json '\(scene.pattern)'
      status=$?; kill $sums; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    let device = try ShownPictures(out, "device")
    let software = try ShownPictures(out, "software")
    #expect(device.statistics.decodePath == "device", "\(result.output)")
    #expect(device.statistics.frames.presented == Self.count && device.statistics.frames.late == 0)
    #expect(device.pictures == software.pictures)
    print("\(device.pictures.count) of \(Self.count) frames with the checksums of copies")
    #expect(device.pictures.count == Self.count)
  }

  private static let failing =
    [
      "VITRINE_VA_FAIL=config", "VITRINE_VA_FAIL=export", "VITRINE_VA_FAIL=decode:13",
      "LIBVA_DRIVERS_PATH=/none",
    ]
    + (Lab.isSoak
      ? [
        "VITRINE_VA_FAIL=surfaces", "VITRINE_VA_FAIL=decode:0", "VITRINE_VA_FAIL=decode:45",
        "VITRINE_VA_SURFACES=4",
      ] : [])

  @Test(
    "Software decoding takes over from a failing device without a lost or late frame",
    arguments: failing)
  func failures(fault: String) throws {
    let scene = try Scene()
    let out = try Lab.folder("acceleration-\(fault.replacing(/[^a-zA-Z0-9]/, with: "-"))")
    let result = try Lab.guest(
      Self.lab, out: out,
      """
      \(ScanoutSums.afterBlack())
      catch shown
      \(scene.environment(fault)) $VITRINE play --decoder auto --audio none \
        --stats $OUT/shown.json '\(scene.film)'
      status=$?; kill $sums; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    let shown = try ShownPictures(out, "shown")
    #expect(shown.statistics.frames.presented == Self.count && shown.statistics.frames.late == 0)
    #expect(shown.blackBetween == 0)
    let told = result.output.components(separatedBy: ": decoded by ").count - 1
    #expect(told == 1, "\(result.output)")
  }

  @Test(
    "Frames are converted if the display rejects the device's memory, and none is lost",
    arguments: Lab.isSoak ? [0, 1, 4] : [1])
  func refusal(imports: Int) throws {
    let (scene, out) = (try Scene(), try Lab.folder("acceleration-refusal-\(imports)"))
    let result = try Lab.guest(
      Self.lab, out: out,
      """
      \(ScanoutSums.afterBlack())
      catch shown
      \(scene.environment()) $VITRINE play --decoder auto --audio none --inject import=\(imports) \
        --stats $OUT/shown.json '\(scene.film)'
      status=$?; kill $sums; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    let shown = try ShownPictures(out, "shown")
    #expect(shown.statistics.frames.presented == Self.count && shown.statistics.frames.late == 0)
    #expect(shown.blackBetween == 0 && shown.pictures.count == Self.count)
    #expect(shown.statistics.decodePath == "device-copied")
    let told = result.output.components(separatedBy: "converting on the CPU").count - 1
    #expect(told == 1 && !result.output.contains("decoded by the CPU"), "\(result.output)")
  }

  /// A presentation of the device's frames: its options, and whether the CPU converts the frames.
  struct Look: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let options: String
    let isConverted: Bool
    /// The command that removes the overlay.
    var bare: String?
  }

  private static let looks = [
    Look(testDescription: "upside down", options: "--rotation 180", isConverted: false),
    Look(testDescription: "on its side", options: "--rotation 90 --turn pass", isConverted: true),
    Look(
      testDescription: "with subtitles", options: "--sub OUT/beside.srt", isConverted: false,
      bare: "sub none"),
    Look(testDescription: "as RGB", options: "--render rgb", isConverted: true),
  ]

  @Test("Rotated or overlaid device frames look like software-decoded ones", arguments: looks)
  func look(look: Look) throws {
    let scene = try Scene()
    var shots: [Pixels] = []
    // The film's frames differ if the CPU decodes them, so it plays the pattern.
    for (kind, path) in [("auto", scene.film), ("software", scene.pattern)] {
      let name = "acceleration-look-\(kind)-\(look.testDescription.replacing(" ", with: "-"))"
      let out = try Lab.folder(name)
      let words = "1\n00:00:00,000 --> 00:00:02,000\nHallo Welt\n"
      try Data(words.utf8).write(to: out.appending(path: "beside.srt"))
      let talk = try Conversation(
        Self.lab,
        "--decoder \(kind) --paused \(look.options.replacing("OUT", with: out.path)) '\(path)'",
        orders: [
          "seek 1.001", "@wait shown", "@sleep 0.5", "screenshot \(out.path)/shot.png",
          "@wait screenshot", "status", "@wait status", look.bare ?? "pause", "@sleep 0.5",
          "screenshot \(out.path)/bare.png", "@wait screenshot",
        ], out: out, before: "export \(scene.environment())")
      let bare = try Pixels(png: out.appending(path: "bare.png"))
      shots.append(try Pixels(png: out.appending(path: "shot.png")))
      #expect((bare.bytes == shots.last?.bytes) == (look.bare == nil))
      guard kind == "auto" else { continue }
      let decoder = try #require(talk.all("status").last?.decoder)
      #expect(decoder.hasPrefix("vaapi"), "\(decoder)")
      #expect(decoder.contains("converted by the CPU") == look.isConverted, "\(decoder)")
    }
    let difference = shots[0].difference(from: shots[1], turnedBy: 0)
    #expect(difference.mean == 0, "\(difference)")
  }

  @Test("The picture returns within 2 s of a hot-plug, still decoded by the device")
  func plugs() throws {
    let cycles = Lab.isSoak ? 200 : 4
    let (scene, out) = (try Scene(), try Lab.folder("acceleration-plugs"))
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60", "--audio", "none"], out: out,
      """
      tools/lab.d/plug-cycles \(cycles) 7 $OUT/plugs env \(scene.environment()) $VITRINE play \
        --decoder auto --loop queue --commands /dev/null --stats $OUT/stats.json '\(scene.film)'
      """)
    #expect(result.status == 0, "\(result.output.suffix(2000))")
    let plugs = try PlugLog(out.appending(path: "plugs"))
    #expect(plugs.stays.count == cycles && plugs.isAlive)
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let slowest = plugs.waits(for: flips).max() ?? .infinity
    print("picture after at most \(slowest) s")
    #expect(slowest <= 2)
    #expect(try Statistics(out.appending(path: "stats.json")).decodePath == "device")
  }

  @Test(
    "A stream that changes its size stays on the device if memory allows",
    arguments: [("", 0), ("VITRINE_VA_SURFACES=30", 1)])
  func sizes(fault: String, told: Int) throws {
    let (scene, other) = (try Scene(), try Scene(size: "640x360"))
    let out = try Lab.folder("acceleration-sizes-\(told)")
    let film = out.appending(path: "film.ts")
    var bytes = Data()
    for (index, part) in [scene.film, other.film].enumerated() {
      let file = out.appending(path: "part-\(index).ts").path
      let made = try Lab.run(
        "ffmpeg",
        [
          "-v", "error", "-y", "-i", part, "-c", "copy", "-output_ts_offset", "\(index * 2 + 1)",
          file,
        ])
      #expect(made.status == 0, "\(made.output)")
      bytes += try Data(contentsOf: URL(filePath: file))
    }
    try bytes.write(to: film)
    let result = try Lab.guest(
      Self.lab, out: out,
      """
      \(scene.environment(fault)) $VITRINE play --decoder auto --audio none \
        --stats $OUT/stats.json '\(film.path)'
      """)
    #expect(result.status == 0, "\(result.output)")
    let statistics = try Statistics(out.appending(path: "stats.json"))
    let frames = statistics.frames
    #expect(frames.presented == Self.count * 2 && frames.late == 0, "\(frames) \(result.output)")
    #expect((statistics.decodePath == "device") == (told == 0))
    let lines = result.output.components(separatedBy: "decoded by the CPU").count - 1
    #expect(lines == told, "\(result.output)")
  }

  @Test("Items play without a gap, and the device's descriptors are released")
  func edges() throws {
    let (scene, out) = (try Scene(), try Lab.folder("acceleration-edges"))
    let count = Lab.isSoak ? 500 : 8
    let result = try Lab.guest(
      Self.lab, out: out,
      """
      export \(scene.environment())
      count() { echo $(ls /proc/$player/fd | wc -l) >> $OUT/counts; }
      $VITRINE play --decoder auto --audio none --stats $OUT/stats.json \
        $(for i in $(seq \(count)); do echo '\(scene.film)'; done) & player=$!
      sleep 7; count; sleep \((count - 5) * 2); count; wait $player
      """)
    #expect(result.status == 0, "\(result.output)")
    let statistics = try Statistics(out.appending(path: "stats.json"))
    #expect(statistics.frames.presented == count * Self.count && statistics.frames.late == 0)
    #expect(statistics.edges.largest ?? 1000 < 34, "\(statistics.edges)")
    let counts = try String(contentsOf: out.appending(path: "counts"), encoding: .utf8)
      .split(separator: "\n")
    // The frames of a session are handed over as they arrive.
    let numbers = counts.compactMap { Int($0) }
    print("descriptors near the start and the end: \(numbers)")
    #expect(numbers.count == 2 && numbers[1] - numbers[0] <= 2)
  }

  @Test("vitrine decoders outputs the exact samples of each decoder")
  func samples() throws {
    let (scene, clip) = (try Scene(), try KernelClip(frames: 60))
    let out = try Lab.folder("acceleration-samples")
    let result = try Lab.guest(
      Self.lab, out: out,
      """
      export \(scene.environment())
      samples() { $VITRINE decoders --raw --decoder $1 "$2" | md5sum; }
      echo "$(samples vaapi '\(scene.film)') $(samples software '\(scene.pattern)')"
      echo "$(samples vicodec '\(clip.path)') $(samples software '\(clip.raw[0])')"
      $VITRINE decoders; $VITRINE decoders '\(scene.film)'; echo "status $?"
      """)
    let lines = result.output.split(whereSeparator: \.isNewline).map(String.init)
    let sums = lines.filter { $0.hasSuffix("-") }.map { $0.split(separator: " ") }
    #expect(sums.count == 2 && sums.allSatisfy { $0.count == 4 && $0[0] == $0[2] }, "\(lines)")
    #expect(lines.contains("vicodec (/dev/video1): fwht"))
    // The driver's pattern is not the coded picture.
    #expect(
      result.output.contains(
        "vaapi (/dev/dri/renderD128): 60 of 60 frames differ, first frame 0"))
    #expect(lines.last == "status 65", "\(lines)")
  }
}

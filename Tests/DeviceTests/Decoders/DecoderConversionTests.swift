import Foundation
import Testing

/// Frames of the kernel's virtual decoder (vicodec) on a plane that cannot show them as they are. Its codec, FWHT,
/// exists only in the kernel, so nothing else decodes these films.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct DecoderConversionTests {
  private static func lab(_ mode: String) -> [String] {
    ["--travel", "--display", "\(mode)@60", "--audio", "none"]
  }

  /// A film on a display with options, and the reason why the plane cannot show it unconverted.
  struct Scene: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let size: String
    let mode: String
    var options = ""
    let cause: String
  }

  private static let scenes = [
    Scene(
      testDescription: "scaled", size: "640x360", mode: "1280x720",
      cause: "the plane cannot scale 640x360 to 1280x720"),
    Scene(
      testDescription: "on its side", size: "640x480", mode: "640x480",
      options: "--rotation 90 --turn pass", cause: "the plane cannot rotate by 90"),
    Scene(
      testDescription: "upside down", size: "640x480", mode: "640x480",
      options: "--rotation 180 --turn pass", cause: "the plane cannot rotate by 180"),
    Scene(
      testDescription: "under the interface on one plane", size: "640x480", mode: "640x480",
      options: "--render rgb", cause: "no plane is free for the overlay"),
  ]

  @Test(
    "Converted device frames match software frames, and none is lost",
    arguments: scenes)
  func sums(scene: Scene) throws {
    let clip = try KernelClip(sizes: [scene.size], frames: Lab.isSoak ? 300 : 16)
    let name = scene.testDescription.replacing(" ", with: "-")
    let out = try Lab.folder("decoder-conversion-\(name)")
    let result = try Lab.guest(
      Self.lab(scene.mode), out: out,
      """
      \(ScanoutSums.afterBlack(scene.options))
      catch device
      $VITRINE play --decoder auto --audio none \(scene.options) --stats $OUT/device.json \
        '\(clip.path)' || exit
      kill $sums; wait $sums; catch software
      $VITRINE play --audio none \(scene.options) --stats $OUT/software.json '\(clip.raw[0])'
      status=$?; kill $sums; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    let (device, software) = (try ShownPictures(out, "device"), try ShownPictures(out, "software"))
    #expect(device.statistics.decodePath == "device-copied")
    #expect(software.statistics.decodePath == "copied")
    let frames = device.statistics.frames
    #expect(frames.presented == clip.count && frames.late == 0, "\(frames)")
    #expect(device.pictures == software.pictures && device.pictures.count == clip.count)
    let line = "\(scene.cause): decoding on vicodec, converting on the CPU"
    #expect(result.output.components(separatedBy: line).count == 2, "\(result.output)")
  }

  @Test("A film keeps playing when rotation starts and stops requiring conversion")
  func turns() throws {
    let (clip, out) = (try KernelClip(frames: 300), try Lab.folder("decoder-conversion-turns"))
    let turns = [0, 180, 0, 90, 0]
    let orders = turns.enumerated().flatMap { index, turn in
      [
        "rotate \(turn)", "@sleep 1", "seek 5.001", "@wait shown", "@sleep 0.5",
        "screenshot \(out.path)/turn-\(index).png", "@wait screenshot", "status", "@wait status",
      ]
    }
    let talk = try Conversation(
      Self.lab("640x480"), "--decoder auto --turn pass --paused '\(clip.path)'", orders: orders,
      out: out)
    #expect(talk.all("failed").isEmpty)
    let decoders = talk.all("status").map { $0.decoder ?? "" }
    #expect(
      decoders.map { $0.contains("cannot rotate") } == turns.map { $0 != 0 }, "\(decoders)")
    #expect(decoders.allSatisfy { $0.hasPrefix("vicodec") })
    let shots = try turns.indices.map { try Pixels(png: out.appending(path: "turn-\($0).png")) }
    #expect(shots[2].bytes == shots[0].bytes && shots[4].bytes == shots[0].bytes)
    let difference = shots[1].difference(from: shots[0], turnedBy: 180)
    #expect(difference.mean < 1 && difference.strange == 0, "\(difference)")
    for turn in ["180", "90"] {
      let told = talk.log.count { $0.text.contains("the plane cannot rotate by \(turn)") }
      #expect(told == 1, "\(talk.log.map(\.text))")
    }
    #expect(!talk.log.contains { $0.text.contains("decoded by the CPU") })
  }

  @Test("The error for an undecodable film explains why no device decodes it")
  func causes() throws {
    let clip = try KernelClip(frames: 20)
    for (options, cause) in [
      ("", "hardware decoders are off; set playback.decoder: auto"),
      (
        "--decoder hantro-vpu",
        "no hardware decoder: hantro-vpu is missing or does not support fwht"
      ),
    ] {
      let result = try Lab.guest(
        Self.lab("640x480"), "$VITRINE play --audio none \(options) '\(clip.path)'")
      #expect(result.status == 65)
      let line = "the video is in fwht, which this FFmpeg cannot decode; \(cause)"
      #expect(result.output.contains(line), "\(result.output)")
    }
  }

  @Test("vitrine check names the decoder and the reason for conversion")
  func check() throws {
    let clip = try KernelClip(sizes: ["640x360"], frames: 20)
    let out = try Lab.folder("decoder-conversion-check")
    try Data("playback:\n  decoder: auto\n".utf8).write(to: out.appending(path: "config.yaml"))
    let result = try Lab.guest(
      Self.lab("1280x720"), out: out, "$VITRINE check --config $OUT/config.yaml '\(clip.path)'")
    #expect(
      result.output.contains(
        "vicodec (/dev/video1), converted by the CPU: the plane cannot scale"),
      "\(result.output)")
  }
}

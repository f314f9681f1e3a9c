import Foundation
import Testing
import VitrineFakes

/// Frames of a decoder process, which uses GStreamer. The decoder is virtual (visl): its pictures are a pattern that
/// describes its input, and it traces all requests.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct DecoderProcessTests {
  private static let lab = ["--travel", "--display", "640x480@60", "--audio", "none"]

  /// A film that both visl and the CPU can decode.
  private static func film(_ codec: [String], _ name: String) throws -> String {
    try Clips.make(
      name,
      ["-f", "lavfi", "-i", "testsrc2=size=640x480:rate=30:duration=2", "-pix_fmt", "yuv420p"]
        + codec)
  }

  private static let streams: [(codec: String, encoder: [String], file: String, chain: String)] = [
    (
      "h264", ["-c:v", "libx264", "-bf", "2", "-g", "15"], "visl.mp4",
      "qtdemux ! h264parse ! v4l2slh264dec"
    ),
    ("vp8", ["-c:v", "libvpx"], "visl-vp8.webm", "matroskademux ! v4l2slvp8dec"),
    // With hidden frames, which share a packet with visible ones.
    (
      "vp9",
      [
        "-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-auto-alt-ref", "1",
        "-lag-in-frames", "25",
      ],
      "visl-vp9.webm", "matroskademux ! vp9parse ! v4l2slvp9dec"
    ),
    (
      "mpeg2", ["-c:v", "mpeg2video", "-bf", "2", "-b:v", "2M"], "visl-mpeg2.mkv",
      "matroskademux ! mpegvideoparse ! v4l2slmpeg2dec"
    ),
  ]

  @Test(
    "A stateless decoder gets the same requests and returns the same frames as under GStreamer",
    arguments: streams.indices)
  func visl(_ index: Int) throws {
    let stream = Self.streams[index]
    let film = try Self.film(stream.encoder, stream.file)
    let out = try Lab.folder("process-visl-\(stream.codec)")
    let result = try Lab.guest(
      ["--display", "none", "--audio", "none", "--travel"], out: out,
      """
      trace=/sys/kernel/tracing/instances/visl; mkdir $trace
      echo 1 > $trace/events/visl_\(stream.codec)_controls/enable
      asked() { grep -v '^#' $trace/trace | sed 's/^.*\\[[0-9]*\\] [^ ]* *[0-9.]*: //' > $OUT/$1
        echo > $trace/trace; }
      gst-launch-1.0 -q filesrc location='\(film)' ! \(stream.chain) \
        ! video/x-raw,format=NV12 ! videoconvert ! video/x-raw,format=I420 \
        ! filesink location=/run/gstreamer || exit
      asked gstreamer
      $VITRINE decoders --pictures 0 --raw --decoder visl '\(film)' > /run/ours || exit
      asked ours
      wc -l < $OUT/ours; cmp $OUT/gstreamer $OUT/ours && cmp /run/gstreamer /run/ours
      stat -c %s /run/ours
      """)
    #expect(result.status == 0, "\(result.output)")
    let numbers = result.output.split(whereSeparator: \.isNewline).compactMap { Int($0) }
    try #require(numbers.count == 2, "\(result.output)")
    #expect(numbers[1] == 60 * 640 * 480 * 3 / 2)
    print("\(stream.codec): \(numbers[0]) requests and 60 frames equal GStreamer's")
  }

  @Test("Every frame of the decoder process is scanned out unchanged")
  func sums() throws {
    let film = try Self.film(Self.streams[0].encoder, "visl.mp4")
    let out = try Lab.folder("process-sums")
    let result = try Lab.guest(
      Self.lab, out: out,
      """
      $VITRINE decoders --pictures 0 --raw --decoder visl '\(film)' | ffmpeg -v error -f rawvideo \
        -s 640x480 -pix_fmt yuv420p -r 30 -i - -c:v rawvideo -pix_fmt nv12 /run/pattern.nut || exit
      \(ScanoutSums.afterBlack())
      catch device
      $VITRINE play --decoder auto --audio none --stats $OUT/device.json '\(film)' || exit
      kill $sums; wait $sums; catch software
      $VITRINE play --audio none --stats $OUT/software.json /run/pattern.nut
      status=$?; kill $sums; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    let (device, software) = (try ShownPictures(out, "device"), try ShownPictures(out, "software"))
    #expect(device.statistics.decodePath == "device", "\(result.output)")
    #expect(software.statistics.decodePath != "device")
    let frames = device.statistics.frames
    #expect(frames.presented == 60 && frames.late == 0, "\(frames)")
    #expect(device.pictures == software.pictures && device.pictures.count == 60)
    print("\(device.pictures.count) of 60 frames with the checksums of copies")
  }

  @Test("A seek shows the requested frame and no stale one")
  func seeks() throws {
    let film = try Self.film(Self.streams[0].encoder, "visl.mp4")
    let out = try Lab.folder("process-seeks")
    var dice = SeededRandom(seed: 6)
    let wanted = (0..<(Lab.isSoak ? 500 : 15)).map { _ in Int.random(in: 0..<60, using: &dice) }
    let orders = wanted.flatMap {
      [String(format: "seek %.6f", Double($0) / 30 + 0.001), "@wait shown"]
    }
    let talk = try Conversation(
      Self.lab, "--decoder visl --paused '\(film)'",
      orders: ["@sleep 1"] + orders + ["status", "@wait status"], out: out)
    #expect(talk.sent("seek").count == wanted.count)
    // The first frame is shown during the sleep.
    let shown = talk.all("shown").map { Int((($0.position ?? -1) * 30).rounded()) }
    #expect(shown == [0] + wanted)
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips
    // One flip for each, and no others.
    #expect(flips.count == shown.count)
    #expect(talk.all("status").last?.decoder == "visl (/dev/video4)")
  }

  @Test("Items play without a gap, each with its own process, and none is left")
  func edges() throws {
    let film = try Self.film(Self.streams[0].encoder, "visl.mp4")
    let (out, count) = (try Lab.folder("process-edges"), Lab.isSoak ? 500 : 8)
    let result = try Lab.guest(
      Self.lab, out: out,
      """
      $VITRINE play --decoder visl --audio none --stats $OUT/stats.json \
        $(for i in $(seq \(count)); do echo '\(film)'; done) & player=$!
      for time in 11 \(count * 2 - 16); do
        sleep $time; echo $(ls /proc/$player/fd | wc -l) $(pgrep -c vitrine-decoder) >> $OUT/counts
      done
      wait $player || exit; sleep 0.1; ! pgrep vitrine-decoder
      """)
    #expect(result.status == 0, "\(result.output)")
    let statistics = try Statistics(out.appending(path: "stats.json"))
    #expect(statistics.frames.presented == count * 60 && statistics.frames.late == 0)
    #expect(statistics.decodePath == "device")
    #expect(statistics.edges.count == count - 1)
    #expect(statistics.edges.largest ?? 1000 < 34, "\(statistics.edges)")
    let counts = try String(contentsOf: out.appending(path: "counts"), encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
    print("descriptors and processes near the start and the end: \(counts)")
    try #require(counts.count == 2 && counts.allSatisfy { $0.count == 2 })
    // The next film may already be open.
    #expect(counts[1][0] <= counts[0][0] && counts[1][1] <= 2)
  }

  @Test("The picture returns within a second when the decoder process is killed")
  func kills() throws {
    let film = try Self.film(Self.streams[0].encoder, "visl.mp4")
    let (out, count) = (try Lab.folder("process-kills"), Lab.isSoak ? 50 : 4)
    let result = try Lab.guest(
      Self.lab, out: out,
      """
      $VITRINE play --decoder visl --audio none --stats $OUT/stats.json \
        $(for i in $(seq \(count)); do echo '\(film)'; done) & player=$!
      for i in $(seq \(count)); do
        sleep 1.\(Lab.isSoak ? "$((RANDOM % 10))" : "3"); pkill -9 vitrine-decoder && echo killed
        sleep 0.5
      done
      wait $player
      """)
    #expect(result.status == 0, "\(result.output)")
    let killed = result.output.split(whereSeparator: \.isNewline).count { $0 == "killed" }
    #expect(killed >= count - 2, "\(result.output)")
    #expect(result.output.contains("the decoder process exited"), "\(result.output)")
    let statistics = try Statistics(out.appending(path: "stats.json"))
    #expect(statistics.frames.presented == count * 60, "\(statistics.frames)")
    let times = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let longest = zip(times.dropFirst(2), times.dropFirst()).map { $0 - $1 }.max() ?? 100
    print("killed \(killed) times, at most \(longest) s without a new frame")
    #expect(longest < 1)
  }

  @Test("The decoder process runs under no-new-privileges and a seccomp filter")
  func confinement() throws {
    let film = try Self.film(Self.streams[0].encoder, "visl.mp4")
    let result = try Lab.guest(
      Self.lab,
      """
      $VITRINE play --decoder visl --audio none '\(film)' & player=$!
      sleep 1; process=$(pgrep vitrine-decoder)
      grep -E '^(NoNewPrivs|Seccomp):' /proc/$process/status; wait $player
      """)
    #expect(result.output.contains("NoNewPrivs:\t1"), "\(result.output)")
    #expect(result.output.contains("Seccomp:\t2"), "\(result.output)")
  }
}

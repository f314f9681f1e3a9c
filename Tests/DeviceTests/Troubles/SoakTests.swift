import Foundation
import Testing

/// Memory, descriptors, threads and framebuffers stay constant over a long time.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct SoakTests {
  /// The resources of the process at one moment, and the number of items started by then.
  private struct Sample {
    let memory, mappings, descriptors, threads, framebuffers, played: Int

    /// Parses a line of the script below; memory is in KiB.
    init?(_ line: Substring) {
      let fields = line.split(separator: " ").compactMap { Int($0) }
      guard fields.count == 6 else { return nil }
      (memory, mappings, descriptors, threads) = (fields[0], fields[1], fields[2], fields[3])
      (framebuffers, played) = (fields[4], fields[5])
    }
  }

  /// The number of items during which the allocator and FFmpeg's tables warm up.
  private static let warmUp = 100
  /// The tolerated difference between two quarters of a run, because samples fall anywhere in an item: a file being
  /// opened, its threads, one ring of buffers.
  private static let bands = [
    ("descriptors", \Sample.descriptors, 2), ("threads", \Sample.threads, 4),
    ("framebuffers", \Sample.framebuffers, 8), ("mappings", \Sample.mappings, 32),
  ]
  /// In KiB, for private memory: file pages, including the program's, come and go with the guest's page cache. Leaked
  /// mappings show in their number.
  ///
  /// The test compares two quarters instead of fitting a line. Over minutes such a line is mostly noise from whatever
  /// is open at a sample, and slow leaks still show in the quarters of a long run. Leaked memory is never freed, so it
  /// is part of the minimum of the last quarter.
  private static let memoryBand = 1024
  /// The permitted rise of the fitted line over a long run, in KiB.
  private static let memoryRise = 2048.0

  /// Pictures are small and few, so that a day passes in minutes.
  private func clip(
    _ name: String, _ rate: Int, _ seconds: Double, _ codec: [String]
  ) throws -> String {
    try Clips.make(
      "soak-\(name)",
      [
        "-f", "lavfi", "-i", "testsrc2=s=160x90:r=\(rate):d=\(seconds)", "-f", "lavfi", "-i",
        "sine=f=440:r=48000:d=\(seconds)", "-pix_fmt", "yuv420p",
      ] + codec)
  }

  private static let h264 = ["-c:v", "libx264", "-c:a", "aac"]
  private static let vp8 = ["-c:v", "libvpx", "-c:a", "libvorbis"]
  private static let imageSeconds = 0.3

  /// Every path of a picture to the screen in minimal form: decoded into display memory, copied there, an image, a
  /// card.
  private func shortClips() throws -> [String] {
    try [
      clip("a.mp4", 10, 0.3, Self.h264), clip("b.webm", 10, 0.3, Self.vp8),
      clip("c.mp4", 10, 0.3, ["-c:v", "mpeg4", "-c:a", "libmp3lame"]),
      clip("d.mp4", 10, 0.3, Self.h264 + ["-pix_fmt", "yuv422p", "-ac", "1"]),
      Clips.make("soak-e.mp3", ["-f", "lavfi", "-i", "sine=f=440:r=48000:d=0.3"]),
      Clips.make("soak-f.png", ["-f", "lavfi", "-i", "testsrc=s=160x90", "-frames:v", "1"]),
    ]
  }

  /// Loops `paths` for `seconds` of the guest's time and samples every `interval` seconds.
  private func play(
    _ name: String, _ paths: [String], _ options: String = "", seconds: Int,
    every interval: Double, limit: Int
  ) throws -> [Sample] {
    let folder = try Lab.folder("soak-\(name)")
    let list = paths.map { "'\($0)'" }.joined(separator: " ")
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60", "--audio", "dummy", "--time-limit", "\(limit)"],
      out: folder,
      """
      $VITRINE play --loop queue --image-duration \(Self.imageSeconds) \(options) \(list) 2> /tmp/log &
      player=$!
      for ((i = 0; i < \(Int(Double(seconds) / interval)); i++)); do
        sleep \(interval)
        files=(/proc/$player/fd/*) threads=(/proc/$player/task/*)
        awk -v files=${#files[@]} -v threads=${#threads[@]} '
          /^Rss(Anon|Shmem)/ { memory += $2 } /^[0-9a-f]+-[0-9a-f]+ / { mappings++ }
          /^framebuffer\\[/ { buffers++ } /: playing$/ { played++ }
          END { print memory, mappings, files, threads, buffers + 0, played + 0 }
          ' /proc/$player/{status,maps} /sys/kernel/debug/dri/vkms/framebuffer /tmp/log
      done > $OUT/samples
      kill -TERM $player; wait $player; status=$?
      grep "decoded by" /tmp/log | grep -v vaapi > $OUT/log; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    let text = try String(contentsOf: folder.appending(path: "samples"), encoding: .utf8)
    return text.split(separator: "\n").compactMap { Sample($0) }
  }

  private func check(_ all: [Sample], changes: Int) throws {
    let played = all.last?.played ?? 0
    #expect(played >= changes)
    let samples = all.filter { $0.played > Self.warmUp }
    try #require(samples.count >= 30, "\(samples.count) samples")
    let quarter = samples.count / 4
    func early(_ value: KeyPath<Sample, Int>) -> Int {
      samples[quarter..<(2 * quarter)].map { $0[keyPath: value] }.max() ?? 0
    }
    for (name, value, band) in Self.bands {
      let late = samples.suffix(quarter).map { $0[keyPath: value] }.max() ?? 0
      #expect(late <= early(value) + band, "\(name): at most \(early(value)), later \(late)")
    }
    // A picture buffer (1,200 KiB) is allocated now and then and freed later.
    let kept = samples.suffix(quarter).map(\.memory).min() ?? 0
    #expect(
      kept <= early(\.memory) + Self.memoryBand,
      "memory: at most \(early(\.memory)) early, at least \(kept) later")
    let rise = Self.rise(of: samples.map { Double($0.memory) })
    if Lab.isSoak {
      print("\(played) items, \(samples.count) samples: memory rises by \(Int(rise)) KiB")
      #expect(rise <= Self.memoryRise)
    }
  }

  /// The total rise of the least-squares line through equally spaced values.
  private static func rise(of values: [Double]) -> Double {
    let middle = Double(values.count - 1) / 2
    let mean = values.reduce(0, +) / Double(values.count)
    var (products, squares) = (0.0, 0.0)
    for (index, value) in values.enumerated() {
      products += (Double(index) - middle) * (value - mean)
      squares += (Double(index) - middle) * (Double(index) - middle)
    }
    return products / squares * Double(values.count - 1)
  }

  // The odd intervals make the samples fall anywhere in the items.

  @Test("Item changes of every kind leak nothing")
  func changes() throws {
    let changes = Lab.isSoak ? 10_000 : 500
    // The card and the image are shown for as long as the clips.
    let seconds = Int(Double(changes) * 0.31)
    let samples = try play(
      "changes", shortClips(), seconds: seconds, every: Double(seconds) / 100.7, limit: 1500)
    try check(samples, changes: changes)
  }

  static let hours = ["one clip", "a list"]

  @Test("Device decoding leaks nothing around the clock, even in its own process")
  func devices() throws {
    let parsed = try Clips.make(
      "soak-parsed.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=640x480:r=5:d=4", "-pix_fmt", "yuv420p", "-c:v", "libx264",
      ])
    let paths = try [
      KernelClip(frames: 15, rate: 5).path, parsed, KernelClip(frames: 20, rate: 5).path,
    ]
    let seconds = Lab.isSoak ? 24 * 3600 : 600
    let samples = try play(
      "clock-devices", paths, "--decoder auto", seconds: seconds, every: Double(seconds) / 120.7,
      limit: 7200)
    try check(samples, changes: seconds / 4)
    let log = try Data(
      contentsOf: Lab.root.appending(path: ".build/lab-tests/soak-clock-devices/log"))
    // There is a render node without a driver, so VAAPI lines are filtered.
    #expect(log.isEmpty, "\(String(decoding: log, as: UTF8.self))")
  }

  @Test("Playback leaks nothing around the clock", arguments: hours)
  func aroundTheClock(kind: String) throws {
    let paths =
      try kind == Self.hours[0]
      ? [clip("short.mp4", 5, 2, Self.h264)]
      : [clip("g.mp4", 5, 4, Self.h264), clip("h.webm", 5, 3, Self.vp8)] + shortClips().suffix(2)
    let seconds = Lab.isSoak ? 24 * 3600 : 600
    let samples = try play(
      "clock-\(paths.count)", paths, seconds: seconds, every: Double(seconds) / 120.7, limit: 2900)
    try check(samples, changes: seconds / 3)
  }
}

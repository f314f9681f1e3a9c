import Foundation
import Testing
import VitrineFakes

/// Zero-copy display of frames from a kernel decoder, checked by scanout. The decoder is virtual (vicodec),
/// and its codec, FWHT, is the kernel's own.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct DecoderTests {
  private static let lab = ["--travel", "--display", "640x480@60", "--audio", "none"]

  /// Plays a clip with the device and its raw frames in software, and compares the scanned-out pictures.
  private func compare(_ clip: KernelClip, _ name: String) throws {
    let out = try Lab.folder(name)
    let raw = clip.raw.map { "'\($0)'" }.joined(separator: " ")
    let result = try Lab.guest(
      Self.lab, out: out,
      """
      \(ScanoutSums.afterBlack())
      catch device
      $VITRINE play --decoder auto --audio none --stats $OUT/device.json '\(clip.path)' || exit
      kill $sums; wait $sums; catch software
      $VITRINE play --audio none --stats $OUT/software.json \(raw)
      status=$?; kill $sums; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    let (device, software) = (try ShownPictures(out, "device"), try ShownPictures(out, "software"))
    #expect(device.statistics.decodePath == "device")
    #expect(software.statistics.decodePath != "device")
    let frames = device.statistics.frames
    #expect(frames.presented == clip.count && frames.late == 0)
    #expect(device.pictures == software.pictures)
    print("\(device.pictures.count) of \(clip.count) frames with the checksums of copies")
    #expect(device.pictures.count == clip.count)
  }

  @Test("Every frame of the kernel's decoder is scanned out unchanged")
  func sums() throws { try compare(KernelClip(frames: Lab.isSoak ? 300 : 24), "decoder-sums") }

  @Test("A stream that changes its size loses no frame, and none is late")
  func sizes() throws {
    // The virtual display does not scale.
    let sizes = ["640x480", "640x360", "640x400", "640x480"]
    try compare(KernelClip(sizes: sizes, frames: 10), "decoder-sizes")
  }

  @Test("A seek shows exactly the requested frame and no other before it")
  func seeks() throws {
    let (clip, out) = (try KernelClip(frames: 300), try Lab.folder("decoder-seeks"))
    var dice = SeededRandom(seed: 5)
    let wanted = (0..<(Lab.isSoak ? 500 : 15)).map { _ in
      Int.random(in: 0..<clip.count, using: &dice)
    }
    let orders = wanted.enumerated().flatMap { index, frame in
      [
        String(format: "seek %.6f", Double(frame) / 30 + 0.001), "@wait shown",
        "screenshot \(out.path)/shot-\(index + 1).png", "@wait screenshot",
      ]
    }
    let talk = try Conversation(
      Self.lab, "--decoder auto --paused '\(clip.path)'", orders: orders, out: out)
    let seen = try NumberedClip.numbers(in: out, count: wanted.count)
    #expect(seen == wanted)
    #expect(talk.sent("seek").count == wanted.count)
    // One flip for each seek, one for its screenshot, and one for the first picture: no stale frame is shown.
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips
    #expect(flips.count == wanted.count * 2 + 1)
  }

  @Test("A device-decoded film steps both ways and plays at double speed")
  func operation() throws {
    let (clip, out) = (try KernelClip(frames: 300), try Lab.folder("decoder-operation"))
    func shot(_ number: Int) -> [String] {
      ["screenshot \(out.path)/shot-\(number).png", "@wait screenshot"]
    }
    let orders =
      ["seek 5.001", "@wait shown"] + shot(1) + ["step", "@sleep 0.5"] + shot(2)
      + ["step-back", "@sleep 0.5"] + shot(3) + [
        "rate 2", "play", "@sleep 1", "pause", "@sleep 0.5",
      ]
      + ["status", "@wait status"]
    let talk = try Conversation(
      Self.lab, "--decoder auto --paused '\(clip.path)'", orders: orders, out: out)
    #expect(try NumberedClip.numbers(in: out, count: 3) == [150, 151, 150])
    let status = try #require(talk.all("status").last)
    #expect((6.5...7.5).contains(status.position ?? 0), "\(status.position ?? 0)")
  }

  @Test("Items play without a gap, each in its own session, and nothing leaks")
  func edges() throws {
    let (a, b) = (try KernelClip(frames: 20), try KernelClip(frames: 30))
    let out = try Lab.folder("decoder-edges")
    let count = Lab.isSoak ? 1000 : 10
    let result = try Lab.guest(
      Self.lab, out: out,
      """
      count() {
        echo $(ls /proc/$player/fd | wc -l) \
          $(grep -c '^framebuffer' /sys/kernel/debug/dri/*[0-9]/framebuffer | sed 's/.*://' | sort -n | tail -n 1) \
          $(awk '/^VmRSS/ { print $2 }' /proc/$player/status) >> $OUT/counts
      }
      $VITRINE play --decoder auto --audio none --stats $OUT/stats.json \
        $(for i in $(seq \(count)); do echo '\(a.path)' '\(b.path)'; done) & player=$!
      sleep 8.5; count; sleep \((count * 5 / 3) - 15); count; wait $player
      """)
    #expect(result.status == 0, "\(result.output)")
    let statistics = try Statistics(out.appending(path: "stats.json"))
    #expect(statistics.frames.presented == count * 50 && statistics.frames.late == 0)
    #expect(statistics.edges.count == count * 2 - 1)
    // A picture is shown for two vblanks.
    #expect(statistics.edges.largest ?? 1000 < 34, "\(statistics.edges)")
    let counts = try String(contentsOf: out.appending(path: "counts"), encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
    print("descriptors, framebuffers and KiB near the start and the end: \(counts)")
    try #require(counts.count == 2 && counts.allSatisfy { $0.count == 3 })
    #expect(counts[0][..<2] == counts[1][..<2])
    // After only a few items the allocator is still warming up.
    if Lab.isSoak { #expect(counts[1][2] - counts[0][2] < 2048) }
  }

  /// Unmapped memory cannot be copied or touched in any other way.
  @Test("The player maps none of the decoder's frames into its memory")
  func untouched() throws {
    let (clip, out) = (try KernelClip(frames: 300), try Lab.folder("decoder-untouched"))
    let result = try Lab.guest(
      Self.lab, out: out,
      """
      mapped() {
        "$@" & player=$!; sleep 3
        while read range mode _ _ _ path; do
          size=$(((0x${range#*-} - 0x${range%-*}) / 4096))
          case $path in /dev/dri/*|/dev/video*|*dmabuf*) echo $(basename $path) $size; esac
        done < /proc/$player/maps > $OUT/$name; kill $player; wait $player
      }
      name=device; mapped $VITRINE play --decoder auto --audio none '\(clip.path)'
      name=software; mapped $VITRINE play --audio none '\(clip.raw[0])'
      """)
    // In pages, rounded as the kernel does: a 640x480 picture in NV12, and one in the display's memory.
    let picture = 640 * 480 * 3 / 2 / 4096 + 1
    func mapped(_ name: String) throws -> (pictures: Int, coded: Int, all: [String]) {
      let lines = try String(contentsOf: out.appending(path: name), encoding: .utf8)
        .split(separator: "\n").map(String.init)
      #expect(!lines.isEmpty, "\(result.output)")
      return (
        lines.count { $0.hasPrefix("card") && $0.hasSuffix(" \(picture)") },
        lines.count { $0.hasPrefix("video") }, lines
      )
    }
    let (device, software) = (try mapped("device"), try mapped("software"))
    // Both map the display's own buffers; only software decoding maps a ring of copies.
    #expect(software.pictures >= device.pictures + 7, "\(device.all) \(software.all)")
    // Packets are written into the decoder's memory.
    #expect(device.coded == 6 && !device.all.contains { $0.contains("dmabuf") })
    print("mapped frames: \(device.pictures) with a device, \(software.pictures) without")
  }

  @Test("vitrine probe lists the decoder and its codecs")
  func probe() throws {
    let result = try Lab.guest(Self.lab, "$VITRINE probe")
    #expect(result.output.contains("/dev/video1 (vicodec): fwht"), "\(result.output)")
  }
}

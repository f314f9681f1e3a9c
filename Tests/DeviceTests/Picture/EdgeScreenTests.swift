import Foundation
import Testing

/// The scanned-out picture at each vblank around item boundaries, and the kernel's work for it.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct EdgeScreenTests {
  @Test("No vblank is black between items, and no boundary sets the mode")
  func edges() throws {
    // Composing each vblank for its checksum is slow, so each clip is cut short.
    let clips = try EdgeClip.all().map { "'\($0.path)'" }.joined(separator: " ")
    let out = try Lab.folder("edge-screen")
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60"], out: out,
      """
      echo 0x10 > /sys/module/drm/parameters/debug
      echo on > /proc/sys/kernel/printk_devkmsg
      # There are checksums only once the display has a mode.
      (until exec 3< /sys/kernel/debug/dri/1/crtc-0/crc/data; do sleep 0.001; done
        exec cat <&3 > $OUT/checksums) 2> /dev/null & sums=$!
      $VITRINE play --audio hw:CARD=Loopback,DEV=0 --image-duration 0.25 --end 0.25 \
        color:black \(clips) 2> /dev/kmsg
      status=$?; kill $sums; dmesg --raw > $OUT/kernel; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    try checkScreen(out)
    try checkKernel(out)
  }

  /// The first item is black, which gives the checksum of black, and no later one is.
  private func checkScreen(_ out: URL) throws {
    let text = try String(contentsOf: out.appending(path: "checksums"), encoding: .utf8)
    let sums = text.split(separator: "\n").compactMap { line -> (vblank: Int, sum: Substring)? in
      let words = line.split(whereSeparator: { " \0".contains($0) })
      guard words.count == 2, let vblank = Int(words[0].dropFirst(2), radix: 16) else { return nil }
      return (vblank, words[1])
    }
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips
    let (black, first) = (try #require(sums.first), try #require(flips.dropFirst().first))
    let last = try #require(flips.last)
    #expect(black.vblank < first.sequence, "the black item had no checksum")
    let during = sums.filter { first.sequence <= $0.vblank && $0.vblank <= last.sequence }
    #expect(during.count == last.sequence - first.sequence + 1, "checksums are missing")
    #expect(Set(during.map(\.sum)).count > 50, "the picture hardly changed")
    #expect(during.filter { $0.sum == black.sum }.map(\.vblank) == [])
  }

  private func checkKernel(_ out: URL) throws {
    let lines = try String(contentsOf: out.appending(path: "kernel"), encoding: .utf8)
      .split(separator: "\n")
    let playing = lines.indices.filter { lines[$0].hasSuffix(": playing") }
    #expect(playing.count == 13, "played items")
    let (first, last) = (try #require(playing.first), try #require(playing.last))
    let changes = ["mode changed", "active changed", "connectors changed", "enable changed"]
    let found = lines.filter { line in changes.contains { line.hasSuffix($0) } }
    #expect(!found.isEmpty, "the kernel logs no mode set at all")
    #expect(lines[first...last].filter { found.contains($0) } == [])
  }
}

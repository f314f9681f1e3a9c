import Foundation
import Testing

/// Audio routing: the player picks the sound card whose connected display shows the picture.
@Suite(.enabled(if: Lab.isThere))
struct SoundRouteTests {
  private static let connector = "/sys/kernel/config/vkms/lab/connectors/o/status"

  @Test("Sound follows the display to another card and stays in sync")
  func moves() throws {
    let clip = try SyncTrace.clip(seconds: 30)
    let out = try Lab.folder("sound-route")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60", "--audio", "both", "--record"],
      out: out,
      """
      playing() { grep -l RUNNING /proc/asound/*/pcm0p/sub0/status | cut -d/ -f4; }
      tools/lab.d/sound-display Loopback absent; tools/lab.d/sound-display Dummy present
      $VITRINE play '\(clip)' & P=$!
      sleep 5; echo "first: $(playing)"
      echo 2 > \(Self.connector); sleep 0.2
      tools/lab.d/sound-display Dummy absent
      echo 1 > \(Self.connector); sleep 0.3
      tools/lab.d/sound-display Loopback present; sleep 5
      echo "then: $(playing)"
      wait $P
      """)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("first: Dummy"), "\(result.output)")
    #expect(result.output.contains("then: Loopback"), "\(result.output)")
    let sync = try SyncTrace(out)
    #expect(sync.offsets.count >= 15, "\(sync.offsets.count) flashes were heard")
    #expect(sync.percentile(0.99) <= 0.020, "\(sync.percentile(0.99) * 1000) ms")
  }
}

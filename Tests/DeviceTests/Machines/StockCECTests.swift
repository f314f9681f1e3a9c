import Foundation
import Testing

/// CEC on the kernel's virtual bus (vivid): the player on one side, v4l-utils as the display on the other.
@Suite(.serialized, .enabled(if: Stock.isThere))
struct StockCECTests {
  /// A connected display that responds. `tv` sends messages as the display; `plug` and `unplug` are the cable.
  private static let display = """
    tv() { cec-ctl -s -d /dev/cec0 "$@"; }
    plug() { v4l2-ctl -d /dev/video0 --set-edid=pad=3,type=hdmi; }
    unplug() { v4l2-ctl -d /dev/video0 --clear-edid=3; }
    v4l2-ctl -d /dev/video0 -c hdmi_000_0_is_connected_to=2
    tv --tv >/dev/null
    """

  private func guest(_ name: String, _ script: String) throws -> String {
    let out = try Lab.folder("stock-cec-\(name)")
    let result = try Stock.guest(
      ["--gpu", "none", "--module", "vivid"], out: out, "\(Self.display)\n\(script)")
    #expect(result.status == 0, "\(result.output)")
    return result.output
  }

  @Test("CEC queries the display, turns it off and on, and receives its messages")
  func both() throws {
    let output = try guest(
      "both",
      """
      cec-follower -s -d /dev/cec0 >/dev/null 2>&1 & follower=$!
      cec-ctl -d /dev/cec0 -M >/tmp/monitor 2>&1 & monitor=$!
      $VITRINE cec status; $VITRINE cec off; $VITRINE cec on
      kill $follower $monitor; grep -o 'Received from Playback Device 1.*' /tmp/monitor
      $VITRINE cec watch >/tmp/watch & watch=$!
      # Waits until the program has said so.
      heard() { for i in $(seq 200); do grep -q "$1" /tmp/watch && return; sleep 0.1; done; }
      heard 'player 4'
      tv --to 4 --give-device-power-status | grep pwr-state
      tv --to 15 --set-stream-path phys-addr=1.0.0.0 >/dev/null; heard '^shown'
      tv --to 15 --active-source phys-addr=2.0.0.0 >/dev/null; heard 'another source'
      tv --to 4 --standby >/dev/null; heard 'standby requested'
      unplug; heard 'no CEC device'
      plug; for i in $(seq 100); do [ $(grep -c 'player 4' /tmp/watch) = 2 ] && break; sleep 0.1; done
      kill $watch; wait $watch; echo "ended: $?"; cat /tmp/watch
      """)
    let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let sent = lines.compactMap { line in
      line.hasPrefix("Received") ? line.split(separator: ": ").last.map(String.init) : nil
    }
    let wanted = ["GIVE_DEVICE_POWER_STATUS", "STANDBY", "IMAGE_VIEW_ON", "ACTIVE_SOURCE"]
    let seen = sent.compactMap { name in wanted.first { name.hasPrefix($0 + " ") } }
    #expect(seen == wanted, "\(output)")
    #expect(lines.contains("/dev/cec1: player 4 at 1.0.0.0"))
    #expect(lines.contains("display: on"))
    #expect(lines.contains { $0.hasPrefix("pwr-state: on") }, "\(output)")
    let watched = lines.drop { $0 != "ended: 0" }.dropFirst()
    #expect(
      Array(watched) == [
        "/dev/cec1: player 4", "shown", "another source is shown", "standby requested",
        "/dev/cec1: no CEC device connected", "/dev/cec1: player 4",
      ], "\(output)")
  }
}

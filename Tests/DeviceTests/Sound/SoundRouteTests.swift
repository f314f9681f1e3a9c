import Foundation
import Testing

/// Audio routing: the player picks the sound card whose connected display shows the picture.
@Suite(.enabled(if: Lab.isThere))
struct SoundRouteTests {
  private static let connector = "/sys/kernel/config/vkms/lab/connectors/o/status"

  @Test("Each output plays its own playlist on its own card, and stays within the maximum volume")
  func outputs() throws {
    let clip = try SyncTrace.clip(seconds: 30)
    let out = try Lab.folder("sound-outputs")
    let result = try Lab.guest(
      [
        "--travel", "--planes", "4", "--outputs", "2", "--display", "640x480@60", "--audio", "both",
      ],
      out: out,
      """
      cd /tmp; export VITRINE_SOCKET=/tmp/c.sock
      printf '%s\\n' 'playlist: \(clip)' 'audio: {device: "hw:CARD=Dummy", maximum-volume: 0.5}' \
        'outputs: {Virtual-2: {playlist: \(clip), audio: "hw:CARD=Loopback,DEV=0"}}' > two.yaml
      $VITRINE run --config two.yaml --socket /tmp/c.sock --state /tmp/state 2> $OUT/log & P=$!
      sleep 5
      echo "playing: $(grep -l RUNNING /proc/asound/*/pcm0p/sub0/status | cut -d/ -f4 | sort | tr '\\n' ' ')"
      $CTL volume 90%; $CTL --output Virtual-2 volume 90%; sleep 1
      $CTL --json status; $CTL --output Virtual-2 --json status
      kill $P; wait $P
      """)
    let log = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    #expect(result.output.contains("playing: Dummy Loopback"), "\(result.output) \(log)")
    #expect(result.output.components(separatedBy: #""volume":0.5"#).count == 3, "\(result.output)")
  }

  @Test("A device chosen while playing gets the sound, in sync; without it, the sound stays")
  func chosen() throws {
    let clip = try SyncTrace.clip(seconds: 30)
    let out = try Lab.folder("sound-chosen")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60", "--audio", "both", "--record"],
      out: out,
      """
      playing() { grep -l RUNNING /proc/asound/*/pcm0p/sub0/status | cut -d/ -f4 | tr '\\n' ' '; }
      choose() { $CTL audio-device "$1" 2>&1; echo "$1: exit $?, playing $(playing)"; }
      export VITRINE_SOCKET=/tmp/c.sock
      $VITRINE play --socket /tmp/c.sock --audio hw:CARD=Loopback,DEV=0 '\(clip)' 2> $OUT/log & P=$!
      sleep 5; choose hw:CARD=Absent,DEV=0; choose file:FILE=/tmp/x,FORMAT=raw
      choose plughw:CARD=Loopback,DEV=0
      choose hw:CARD=Dummy,DEV=0; $CTL audio-device; sleep 8
      choose hw:CARD=Loopback,DEV=0; $CTL --json status; sleep 11
      $CTL quit; wait $P
      """)
    let log = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    #expect(result.status == 0, "\(result.output) \(log)")
    for line in [
      "no such sound device", "hw:CARD=Absent,DEV=0: exit 65, playing Loopback",
      "file:FILE=/tmp/x,FORMAT=raw: exit 65, playing Loopback",
      "plughw:CARD=Loopback,DEV=0: exit 0, playing Loopback",
      "hw:CARD=Dummy,DEV=0: exit 0, playing Dummy", "▶ hw:CARD=Dummy,DEV=0",
      "hw:CARD=Loopback,DEV=0: exit 0, playing Loopback",
      #""sound":{"choice":"hw:CARD=Loopback,DEV=0","coding":null,"device":"hw:CARD=Loopback,DEV=0"}"#,
    ] {
      #expect(result.output.contains(line), "\(line): \(result.output) \(log)")
    }
    // A refused device, and another name of the present one, leave that open.
    let opened = log.split(separator: "\n").filter { $0.hasPrefix("sound: ") }
    #expect(
      opened == [
        "sound: hw:CARD=Loopback,DEV=0", "sound: hw:CARD=Dummy,DEV=0",
        "sound: hw:CARD=Loopback,DEV=0",
      ], "\(opened)")
    // The recording is of the loopback: silence for eight seconds of twenty-four.
    let sync = try SyncTrace(out)
    #expect((14...17).contains(sync.offsets.count), "\(sync.offsets.count) flashes were heard")
    #expect(sync.percentile(0.99) <= 0.020, "\(sync.percentile(0.99) * 1000) ms")
  }

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

import Foundation
import Testing

/// Boots with wrong clocks, with a schedule: whether the display is on, by the kernel's state.
@Suite(.enabled(if: Lab.isThere))
struct WrongClockTests {
  /// The clock at boot, while the true time is Wednesday noon: the battery was empty, the last shutdown was months ago, or
  /// someone set another year.
  private static let clocks = [
    "1970-01-01 00:00", "2000-01-01 00:00", "2023-12-31 23:59", "2024-02-03 03:00",
    "2026-06-02 23:00",
    "2026-06-03 03:00", "2026-06-03 12:00", "2026-06-07 12:00", "2027-06-03 03:00",
    "2038-01-19 03:14",
    "2061-01-01 12:00", "2100-01-01 00:00",
  ]

  @Test("A display that should be on is never dark, whatever the clock says at boot")
  func boots() throws {
    let clip = try Clips.motion("clock.mp4", size: "160x120", rate: "2", seconds: 1)
    let picture = Lab.root.appending(path: ".build/lab-media/clock.png").path
    _ = try Lab.run("ffmpeg", ["-v", "error", "-y", "-i", clip, "-frames:v", "1", picture])
    let out = try Lab.folder("wrong-clocks")
    let boots = Self.clocks.enumerated().map { number, clock in "boot \(number) '\(clock)'" }
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60", "--audio", "none"], out: out,
      """
      echo '\(picture)' > /tmp/list.m3u
      # The state of the lab's output: 1 if it is on.
      lit() { cat /sys/kernel/debug/dri/[0-9]*/state | grep -qa 'active=1' && echo 1 || echo 0; }
      boot() {
        rm -f /run/systemd/timesync/synchronized; mkdir -p /run/systemd/timesync /tmp/state$1
        date -s "$2" > /dev/null
        STATE_DIRECTORY=/tmp/state$1 $VITRINE run --playlist /tmp/list.m3u \
          --set playback.image-duration=3600 --set 'power.schedule=mon-fri 09:00-18:00' 2>> $OUT/log & P=$!
        sleep 2; early=$(lit); sleep 60; later=$(lit)
        date -s '2026-06-03 12:00' > /dev/null; touch /run/systemd/timesync/synchronized
        sleep 1.2; set=$(lit); sleep 60; after=$(lit)
        date -s '2026-06-03 20:00' > /dev/null; sleep 2.5; evening=$(lit)
        date -s '2026-06-04 09:00' > /dev/null; sleep 2.5; morning=$(lit)
        kill $P; wait $P
        echo "boot $1: $early $later $set $after $evening $morning"
      }
      \(boots.joined(separator: "\n"))
      """)
    #expect(result.status == 0, "\(result.output.suffix(2000))")
    for number in Self.clocks.indices {
      // After 2 s, after a minute without a time server, once the clock is set, and a minute later; then off in the
      // evening, and on in the morning.
      #expect(
        result.output.contains("boot \(number): 1 1 1 1 0 1"),
        "\(Self.clocks[number]): \(result.output)")
    }
  }
}

import Foundation
import Testing

/// Rotation by an accelerometer, through the kernel's driver of a real chip.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct OrientationScreenTests {
  @Test("The sensor rotates the picture, a chosen rotation lasts until then, and faults keep it")
  func turned() throws {
    let clip = try Clips.motion("orientation.mp4", size: "160x120", seconds: 60)
    let out = try Lab.folder("orientation")
    let result = try Lab.guest(
      ["--travel", "--display", "320x240@60", "--audio", "none"], out: out,
      """
      A=tools/lab.d/accelerometer; export VITRINE_SOCKET=/tmp/c.sock
      note() { echo "$1 $($CTL --json status | grep -oE '"rotation" ?: ?[0-9]+' | grep -oE '[0-9]+$')" >> $OUT/seen; }
      $VITRINE play --rotate sensor --socket /tmp/c.sock --loop queue '\(clip)' 2> $OUT/log & P=$!
      sleep 2; note missing
      $A hold right; $A plug; sleep 0.5; note plugged
      $A hold left; sleep 0.3; note soon; sleep 0.6; note left
      $CTL rotate 180; sleep 2; note chosen
      $A hold flat; sleep 2; note flat
      $A hold top; sleep 1; note top
      $A set 1 64; sleep 1; $A hold bottom; sleep 1; note failing; sleep 10; note works
      $A unplug; sleep 1; $A hold right; sleep 1; note unplugged
      $A plug; sleep 1; note again
      $VITRINE probe | grep accelerometer > $OUT/probe
      kill $P; wait $P
      printf 'display: {rotation: sensor}\\n' > /tmp/vitrine.yaml
      $VITRINE doctor --config /tmp/vitrine.yaml | grep 'input\\|accelerometer' > $OUT/doctor
      $A unplug
      $VITRINE doctor --config /tmp/vitrine.yaml | grep 'input\\|accelerometer' > $OUT/doctor-without
      true
      """)
    func text(_ name: String) throws -> String {
      try String(contentsOf: out.appending(path: name), encoding: .utf8)
    }
    let (seen, log) = (try text("seen").split(separator: "\n"), try text("log"))
    #expect(
      seen == [
        "missing 0", "plugged 90", "soon 90", "left 270", "chosen 180", "flat 180", "top 0",
        "failing 0", "works 180", "unplugged 180", "again 90",
      ], "\(result.output)\(log)")
    let lines = log.split(separator: "\n").filter { $0.contains("accelerometer") }
    #expect(
      lines.map { $0.prefix { $0 != ";" } } == [
        "warning: input: no accelerometer found", "input: accelerometer mma7660 connected",
        "warning: input: accelerometer mma7660: Connection timed out (ETIMEDOUT)",
        "input: accelerometer mma7660 connected", "input: accelerometer mma7660 disconnected",
        "input: accelerometer mma7660 connected",
      ], "\(log)")
    #expect(
      try text("probe").contains("iio:device0: accelerometer, mma7660, mount matrix 1, 0, 0;"))
    #expect(try text("doctor").contains("rotation: mma7660"))
    #expect(try text("doctor-without").contains("no accelerometer, but display.rotation is sensor"))
  }
}

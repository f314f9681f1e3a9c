import Foundation
import Testing

/// `vitrine explain` after a crash, on the machine that runs the tests.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct ExplainTests {
  /// The service manager ends a player that misses its watchdog with SIGABRT.
  @Test(
    "After a fatal signal, explain names its origin and the cure; before it, nothing",
    arguments: [
      (
        "SEGV", "The player crashed: signal 11, sent by another process", "Test the file with: ",
        "crashed"
      ),
      (
        "ABRT", "The player did not make progress: the service manager ended it after a timeout",
        "Check the disk",
        "watchdog-late"
      ),
    ])
  func crash(signal: String, cause: String, cure: String, fault: String) throws {
    let clip = try Clips.motion("service-1.mp4", size: "160x120", seconds: 3)
    let out = try Lab.folder("explain-\(signal)")
    let result = try Lab.run(
      "bash",
      [
        "-c",
        """
        cd '\(out.path)'
        explain() { '\(Lab.player)' explain --state . --socket ./control.sock "$@"; }
        # The runtime's backtrace of a debug build takes minutes.
        SWIFT_BACKTRACE=enable=no timeout -s KILL 60 '\(Lab.player)' run --display headless:160x120@60 \
          --audio none --state . --socket ./control.sock --playlist '\(clip)' 2> log &
        for try in $(seq 100); do grep -q playing log && break; sleep 0.1; done
        explain > before
        sleep 1; kill -\(signal) $(pgrep -P $!); wait $!
        explain --events > after
        explain --json > after.json
        """,
      ])
    #expect(result.status == 0, "\(result.output)")
    func text(_ name: String) throws -> String {
      try String(contentsOf: out.appending(path: name), encoding: .utf8)
    }
    #expect(try text("before") == "Nothing went wrong\nNo fault is recorded\n")
    let after = try text("after")
    #expect(after.hasPrefix("Now: ./control.sock: no player answers"))
    #expect(after.contains(cause) && after.contains("  → \(cure)"), "\(after)")
    #expect(after.contains("item: plays service-1"))
    #expect(after.matches(of: /flip: vblank \d+, .* vblanks after/).count > 10)
    #expect(try text("after.json").contains(#""fault":"\#(fault)""#))
  }
}

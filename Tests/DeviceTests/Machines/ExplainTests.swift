import Foundation
import Testing

/// `vitrine explain` after a crash, on the machine that runs the tests.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct ExplainTests {
  @Test("After a crash, explain names the signal, the item and the cure; before it, nothing")
  func crash() throws {
    let clip = try Clips.motion("service-1.mp4", size: "160x120", seconds: 3)
    let out = try Lab.folder("explain")
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
        kill -SEGV $(pgrep -P $!); wait $!
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
    #expect(after.hasPrefix("The player does not run: "))
    #expect(after.contains("The player crashed: invalid memory access (signal 11) in thread "))
    #expect(after.contains("while playing \(clip)") && after.contains("  → Test the file with: "))
    #expect(after.contains("  Backtrace of Vitrine ") && after.contains("item: plays service-1"))
    #expect(after.matches(of: /flip: vblank \d+, .* vblanks after/).count > 10)
    #expect(try text("after.json").contains(#""fault":"crashed""#))
  }
}

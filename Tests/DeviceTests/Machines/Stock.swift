import Foundation
import Testing

/// The second lab: Debian's own kernel in an emulated PC with virtual terminals, displays with a single RGB plane, and
/// CEC.
enum Stock {
  /// Whether tools/setup has installed the emulator, which is for x86-64 only.
  static var isThere: Bool {
    Lab.isThere && FileManager.default.isExecutableFile(atPath: "/usr/bin/qemu-system-x86_64")
  }

  /// Runs a shell script in it. `$VITRINE` is the player and `$OUT` the folder `out`, to which `screenshot NAME` writes
  /// pictures of the monitor. `terminal N STATE` waits for a state.
  static func guest(_ options: [String], out: URL, _ script: String) throws -> Lab.Result {
    let tools = Lab.root.appending(path: "tools").path
    let preface = """
      VITRINE='\(Lab.player)' TOOLS='\(tools)/qemu-lab.d' OUT='\(out.path)'
      screenshot() { $TOOLS/ask screenshot "$1"; }
      terminal() { $TOOLS/terminal "$@"; }
      """
    return try run(
      ["run", "--time-limit", "480"] + options + ["--save", out.path, "--", "bash", "-c"]
        + ["\(preface)\n\(script)"], out: out)
  }

  /// Runs `tools/qemu-lab`, and again if the kernel panicked, because the emulator may be at fault. A panic that the
  /// player causes recurs. The retry empties `out`.
  static func run(_ arguments: [String], out: URL) throws -> Lab.Result {
    let tool = Lab.root.appending(path: "tools/qemu-lab").path
    let result = try Lab.run(tool, arguments)
    // A separate disk has already been changed, so a retry would differ.
    guard result.status == panicked, !arguments.contains("--disk") else { return result }
    withKnownIssue(isIntermittent: true) {
      Issue.record("the emulated kernel panicked:\n\(result.output.suffix(2000))")
    }
    for file in try FileManager.default.contentsOfDirectory(atPath: out.path) {
      try FileManager.default.removeItem(at: out.appending(path: file))
    }
    return try Lab.run(tool, arguments)
  }

  /// The exit status of `tools/qemu-lab` after a kernel panic.
  private static let panicked: Int32 = 75
}

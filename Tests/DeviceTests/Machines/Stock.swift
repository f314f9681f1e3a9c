import Foundation
import Testing

/// The second lab: Debian's own kernel in an emulated PC, which has virtual terminals, displays
/// of one RGB plane, and CEC.
enum Stock {
  /// Where tools/setup has brought the emulator; it is for x86-64 only.
  static var isThere: Bool {
    Lab.isThere && FileManager.default.isExecutableFile(atPath: "/usr/bin/qemu-system-x86_64")
  }

  /// Runs a shell script there. `$VITRINE` is the player, `$OUT` the folder `out`, in which
  /// `screenshot NAME` leaves pictures of the monitor; `terminal N STATE` waits for a state.
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

  /// `tools/qemu-lab`, once more where the kernel panicked: the emulator may have broken it. One
  /// that the player breaks, it breaks again. What the first run left in `out` is gone then.
  static func run(_ arguments: [String], out: URL) throws -> Lab.Result {
    let tool = Lab.root.appending(path: "tools/qemu-lab").path
    let result = try Lab.run(tool, arguments)
    // What is on a disk of its own is changed already.
    guard result.status == panicked, !arguments.contains("--disk") else { return result }
    withKnownIssue(isIntermittent: true) {
      Issue.record("the emulated kernel panicked:\n\(result.output.suffix(2000))")
    }
    for file in try FileManager.default.contentsOfDirectory(atPath: out.path) {
      try FileManager.default.removeItem(at: out.appending(path: file))
    }
    return try Lab.run(tool, arguments)
  }

  /// What `tools/qemu-lab` ends with then.
  private static let panicked: Int32 = 75
}

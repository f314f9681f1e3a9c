import Foundation
import Synchronization
import Testing

/// The programs of `Examples` and `Tests/Programs`, run in the lab. tools/test builds them with the tests.
enum Examples {
  /// For other test runs: they share one scratch folder, so their dependencies are built once.
  private static let scratch = Lab.root.appending(path: ".build/examples").path
  private static let built = Mutex<[String: String]>([:])

  /// Returns the path of a program.
  static func program(_ name: String, in folder: String = "Examples") throws -> String {
    try built.withLock { built in
      if let path = built[name] { return path }
      let isBuilt = ProcessInfo.processInfo.environment["VITRINE_EXAMPLES"] != nil
      let path =
        isBuilt ? Lab.root.appending(path: ".build/debug/\(name)").path : "\(scratch)/debug/\(name)"
      if !isBuilt {
        let result = try Lab.run(
          "swift",
          [
            "build", "--package-path", Lab.root.appending(path: "\(folder)/\(name)").path,
            "--scratch-path", scratch,
          ])
        guard result.status == 0 else { throw Clips.ClipError(text: result.output) }
      }
      built[name] = path
      return path
    }
  }

  /// Runs a program in the folder `out` while the lines of a shell script operate it, ends it with SIGTERM, and returns
  /// its output.
  static func operate(
    _ program: String, _ arguments: [String], lab: [String], out: URL, _ script: [String]
  ) throws -> String {
    let result = try Lab.guest(
      ["--travel", "--touch", "--time-limit", "280"] + lab, out: out,
      """
      cd $OUT; '\(program)' \(arguments.map { "'\($0)'" }.joined(separator: " ")) & P=$!
      \(script.joined(separator: "\n"))
      kill $P; wait $P
      """)
    #expect(result.status == 0, "\(result.output)")
    return result.output
  }

  /// Presses a key of the remote and waits.
  static func press(_ key: String, then seconds: Double = 1) -> String {
    "echo tap KEY_\(key) > /run/input-orders; sleep \(seconds)"
  }
}

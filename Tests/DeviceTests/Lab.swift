import Foundation
import Testing

/// Runs programs: the player natively, or in the lab on real kernel devices.
enum Lab {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The player under test.
  static var player: String {
    ProcessInfo.processInfo.environment["VITRINE_BINARY"]
      ?? root.appending(path: ".build/debug/vitrine").path
  }

  /// Whether tools/test runs the tests. Elsewhere there may be no kernel to run.
  static var isThere: Bool { ProcessInfo.processInfo.environment["VITRINE_LAB"] == "1" }
  /// Whether tools/soak runs the tests, in their long forms.
  static var isSoak: Bool { ProcessInfo.processInfo.environment["VITRINE_SOAK"] == "1" }

  struct Result {
    let status: Int32
    let output: String
  }

  /// Runs a program and returns its output.
  static func run(
    _ program: String, _ arguments: [String], input: Data? = nil
  ) throws -> Result {
    let start = ContinuousClock.now
    defer { tell(start.duration(to: .now)) }
    return try runNow(program, arguments, input: input)
  }

  /// Declares that a test depends on wall-clock time. tools/test runs such tests one at a time, after all others, and
  /// selects them by name.
  static func inRealTime() {
    guard let test = Test.current, "\(test.id)".contains(/[rR]ealTime/) else {
      Issue.record("tools/test runs it beside others: no \"RealTime\" in its name or its suite's")
      return
    }
  }

  /// Prints the run time for tools/test: the times that the test library prints include waiting for other tests.
  private static func tell(_ time: Duration) {
    guard let test = Test.current, time > .milliseconds(100) else { return }
    let seconds = time / .seconds(1)
    print("ran for \((seconds * 10).rounded() / 10) s: \"\(test.displayName ?? test.name)\"")
  }

  private static func runNow(
    _ program: String, _ arguments: [String], input: Data?
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = root
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    let inputPipe = input.map { _ in Pipe() }
    process.standardInput = inputPipe ?? FileHandle.nullDevice
    try process.run()
    if let input, let inputPipe {
      // For small inputs only: a write larger than the pipe's buffer would block.
      try? inputPipe.fileHandleForWriting.write(contentsOf: input)
      try inputPipe.fileHandleForWriting.close()
    }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }

  /// Runs a shell command in the lab. `$VITRINE` is the player, `$CTL` the installed `vitrine ctl`, and `$OUT` the folder
  /// `out`, which also receives the trace of page flips. Without `--travel` the test runs in real time.
  static func guest(
    _ options: [String], out: URL? = nil, _ command: String
  ) throws -> Result {
    let save = out.map { ["--save", $0.path] } ?? []
    let script =
      "VITRINE=\(player) CTL='\(player)-ctl ctl' OUT=\(out?.path ?? "/tmp"); \(command)"
    if !options.contains("--travel") { inRealTime() }
    return try run(
      root.appending(path: "tools/lab").path,
      ["run"] + options + save + ["--", "bash", "-c", script])
  }

  /// Creates an empty folder for one test's files.
  static func folder(_ name: String) throws -> URL {
    let folder = root.appending(path: ".build/lab-tests/\(name)")
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}

/// The figures of `--stats` that tests read.
struct Statistics: Decodable {
  struct Frames: Decodable { let decoded, presented, late, dropped, repeated: Int }
  struct Display: Decodable {
    let renderMode: String
    let format: String?
    let planes: [Int]
    let recoveries: Int
    /// In milliseconds.
    let vblankPeriod: Double
  }
  /// In milliseconds.
  struct Edges: Decodable {
    let count: Int
    let largest: Double?
  }
  struct Offset: Decodable { let p95Magnitude, p99Magnitude: Double? }
  let frames: Frames
  let display: Display?
  let decodePath: String
  let offset: Offset
  let edges: Edges
  let underruns: Int

  init(_ file: URL) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(contentsOf: file))
  }
}

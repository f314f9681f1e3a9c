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

  /// tools/test says so; elsewhere there may be no kernel to run.
  static var isThere: Bool { ProcessInfo.processInfo.environment["VITRINE_LAB"] == "1" }
  /// The long forms, for tools/soak.
  static var isSoak: Bool { ProcessInfo.processInfo.environment["VITRINE_SOAK"] == "1" }

  struct Result {
    let status: Int32
    let output: String
  }

  /// Runs a program and takes what it prints.
  static func run(
    _ program: String, _ arguments: [String], input: Data? = nil
  ) throws -> Result {
    let start = ContinuousClock.now
    defer { tell(start.duration(to: .now)) }
    return try runNow(program, arguments, input: input)
  }

  /// Where a test's time is that of this machine. tools/test runs those one after the other, behind all
  /// others, and knows them by their names.
  static func inRealTime() {
    guard let test = Test.current, "\(test.id)".contains(/[rR]ealTime/) else {
      Issue.record("tools/test runs it beside others: no \"RealTime\" in its name or its suite's")
      return
    }
  }

  /// For tools/test: what the tests say themselves counts the waiting for others, too.
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
      // Small inputs only: what does not fit a pipe would wait for a reader.
      inputPipe.fileHandleForWriting.write(input)
      try inputPipe.fileHandleForWriting.close()
    }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
  }

  /// Runs a shell command in the lab. `$VITRINE` is the player, `$OUT` the folder `out`, where
  /// the flip trace lands too. Without time travel the test is one in real time.
  static func guest(
    _ options: [String], out: URL? = nil, _ command: String
  ) throws -> Result {
    let save = out.map { ["--save", $0.path] } ?? []
    let script = "VITRINE=\(player) OUT=\(out?.path ?? "/tmp"); \(command)"
    if !options.contains("--travel") { inRealTime() }
    return try run(
      root.appending(path: "tools/lab").path,
      ["run"] + options + save + ["--", "bash", "-c", script])
  }

  /// A fresh folder for one test's files.
  static func folder(_ name: String) throws -> URL {
    let folder = root.appending(path: ".build/lab-tests/\(name)")
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}

/// The figures that `--stats` writes, as far as tests look at them.
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

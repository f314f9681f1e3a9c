import Foundation
import Testing

/// Runs the program itself, on a display in memory.
@Suite("Ten lines", .timeLimit(.minutes(1)))
struct TenLinesTests {
  @Test("A file on the command line plays to its end")
  func plays() throws {
    let song = FileManager.default.temporaryDirectory.appending(
      path: "ten-lines-\(UUID().uuidString).wav")
    defer { try? FileManager.default.removeItem(at: song) }
    try silence(seconds: 0.5).write(to: song)
    let began = ContinuousClock.now
    let (status, output) = try run(song.path)
    #expect(status == 0, "\(output)")
    #expect(began.duration(to: .now) >= .seconds(0.5))
  }

  /// Creates a WAVE file: 16 bits, 8 kHz, mono.
  private func silence(seconds: Double) -> Data {
    let size = Int(seconds * 8000) * 2
    func number(_ value: Int, _ bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let format = [(1, 2), (1, 2), (8000, 4), (16_000, 4), (2, 2), (16, 2)].flatMap(number)
    let chunks =
      Array("WAVEfmt ".utf8) + number(16, 4) + format + Array("data".utf8) + number(size, 4)
    return Data(
      Array("RIFF".utf8) + number(chunks.count + size, 4) + chunks
        + Array(repeating: 0, count: size))
  }

  @Test("A missing file is reported in one line, and without arguments the usage is printed")
  func refuses() throws {
    let missing = try run("/nowhere/film.mp4")
    #expect(missing.status != 0)
    #expect(missing.output.contains("/nowhere/film.mp4"), "\(missing.output)")
    #expect(missing.output.split(whereSeparator: \.isNewline).count == 1, "\(missing.output)")
    let usage = try run()
    #expect(usage == (64, "usage: TenLines FILM…\n"))
  }

  private func run(_ films: String...) throws -> (status: Int32, output: String) {
    let process = Process()
    // The program is next to the tests.
    process.executableURL = Bundle.main.bundleURL.appending(path: "TenLines")
    process.arguments = films
    process.environment = ["VITRINE_SCREEN": "headless:160x90"]
    let output = Pipe()
    (process.standardError, process.standardOutput) = (output, output)
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: text, as: UTF8.self))
  }
}

import Foundation
import Testing

/// Runs the program itself, on a display in memory.
@Suite("Streaming", .timeLimit(.minutes(1)))
struct StreamingTests {
  @Test(
    "Without addresses, or with an invalid one, the usage is printed", arguments: [[], ["ftp://a"]])
  func refuses(addresses: [String]) throws {
    let process = Process()
    // The program is next to the tests.
    process.executableURL = Bundle.main.bundleURL.appending(path: "Streaming")
    process.arguments = addresses
    process.environment = ["VITRINE_SCREEN": "headless:160x90"]
    let output = Pipe()
    process.standardError = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 64)
    #expect(String(decoding: text, as: UTF8.self) == "usage: Streaming URL…\n")
  }
}

import Foundation
import Testing

/// Disk writes of a service in steady state. Long form only: it takes half an hour, and as root mounts a file system.
@Suite(.enabled(if: Lab.isThere && Lab.isSoak))
struct DiskWritesTests {
  @Test("A day of ten-second items with proof of play writes at most 10 MB")
  func day() throws {
    let result = try Lab.run(
      Lab.root.appending(path: "tools/bench-writes").path,
      ["--hours", "24", "--player", Lab.player])
    let words = result.output.split(separator: " ")
    let place = try #require(words.lastIndex { $0.hasPrefix("MB") }, "\(result.output)")
    let megabytes = try #require(Double(words[place - 1]))
    #expect(megabytes <= 10, "\(result.output)")
    print("disk writes: \(result.output)", terminator: "")
  }
}

import Foundation
import Testing

/// What a service at rest has written to the disk. A long form alone: it takes half an hour, and mounts a file
/// system, for root.
@Suite(.enabled(if: Lab.isThere && Lab.isSoak))
struct DiskWritesTests {
  @Test("A day of items of ten seconds, with what was shown written down, writes 10 MB at the most")
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

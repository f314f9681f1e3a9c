import Testing
import VitrineMedia
import VitrinePlayback

/// Tags in containers.
struct TagTests {
  private static let tags = [
    ("title", "Port"), ("artist", "A. Singer"), ("album", "Harbour"), ("date", "1974"),
    ("genre", "Chanson"), ("comment", "Café"),
  ]

  private static func arguments(_ source: String) -> [String] {
    ["-f", "lavfi", "-i", source] + tags.flatMap { ["-metadata", "\($0)=\($1)"] }
  }

  @Test(
    "Usual tags have the same names in every container",
    arguments: ["tags.mkv", "tags.mp4", "tags.mp3", "tags.flac", "tags.ogg"])
  func usual(name: String) throws {
    let isVideo = ["tags.mkv", "tags.mp4"].contains(name)
    let source = isVideo ? "testsrc2=s=64x64:r=25:d=1" : "sine=d=1"
    let path = try Made.clip(name, Self.arguments(source))
    let tags = try Demuxer(path: path, interrupter: .init()).tags
    for (tag, value) in Self.tags { #expect(tags[tag] == value, "\(tag) of \(name)") }
  }

  @Test("The number of tags and their length are limited")
  func limits() throws {
    let many = (0..<100).flatMap { ["-metadata", "tag\($0)=\($0)"] }
    let path = try Made.clip(
      "many-tags.mkv",
      [
        "-f", "lavfi", "-i", "sine=d=1", "-metadata",
        "comment=\(String(repeating: "x", count: 5000))",
      ]
        + many)
    let tags = try Demuxer(path: path, interrupter: .init()).tags
    #expect(tags.values.count <= 64)
    #expect(tags.values.values.allSatisfy { $0.count <= 1000 })
  }

  @Test("A file without tags has none of the usual ones")
  func none() throws {
    let path = try Made.clip("untagged.mkv", ["-f", "lavfi", "-i", "sine=d=1"])
    let tags = try Demuxer(path: path, interrupter: .init()).tags
    #expect(tags["artist"] == nil && tags["title"] == nil)
  }
}

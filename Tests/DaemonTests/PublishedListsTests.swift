import Testing
import VitrineContent
import VitrineCryptography
import VitrineFakes
import VitrineLinux

@testable import VitrineDaemon

/// Lists in a published folder.
struct PublishedListsTests {
  private func manifest(_ paths: [String]) throws -> ReleaseManifest {
    try ReleaseManifest(
      number: 1,
      paths.map {
        ReleaseManifest.File(try #require(ReleasePath($0)), size: 1, Digest(of: Array($0.utf8)))
      }
    )
  }

  @Test(
    "A list may name only files in the folder",
    arguments: [
      ("items: [{file: a.mp4}, {file: films/b.mp4}, {color: black}]", []),
      ("items: [{file: films}, {file: films/../a.mp4}]", []),
      ("items: [{file: .}, {file: films/..}]", []),
      ("items: [{file: ..}]", ["list.yaml:1: \"..\" is not in the folder"]),
      (
        "items:\n  - file: a.mp4\n  - file: gone.mp4\n",
        ["list.yaml:3: \"gone.mp4\" is not in the folder"]
      ),
      ("items: [{file: ../a.mp4}]", ["list.yaml:1: \"../a.mp4\" is not in the folder"]),
      (
        "items: [{file: a.mp4, poster: p.png, subtitles: [a.srt]}]",
        ["p.png", "a.srt"].map { "list.yaml:1: \"\($0)\" is not in the folder" }
      ),
      ("items: [{file: inner.m3u}]", ["inner.m3u:2: \"x.mp4\" is not in the folder"]),
      ("items: [{file: lost.m3u}]", ["list.yaml:1: \"lost.m3u\" is not in the folder"]),
    ] as [(String, [String])])
  func faults(list: String, lines: [String]) throws {
    let folder = try TestFolder("published")
    _ = try folder.write(list, to: "list.yaml")
    var paths = ["a.mp4", "films/b.mp4", "list.yaml"]
    if list.contains("inner.m3u") {
      _ = try folder.write("a.mp4\nx.mp4\n", to: "inner.m3u")
      paths.append("inner.m3u")
    }
    let lists = PublishedLists(try manifest(paths), in: folder.folder.path)
    #expect(lists.faults == lines)
  }

  @Test("An absolute path reaches no screen, even if it leads into the folder")
  func absolute() throws {
    let folder = try TestFolder("published-absolute")
    let film = try folder.write("film", to: "a.mp4")
    _ = try folder.write("\(film)\n", to: "list.m3u")
    let lists = PublishedLists(try manifest(["a.mp4", "list.m3u"]), in: folder.folder.path)
    #expect(lists.faults == ["list.m3u:1: \"\(film)\" is not in the folder"])
  }

  @Test("JSON that is not a list is an ordinary file")
  func otherJSON() throws {
    let folder = try TestFolder("published-json")
    _ = try folder.write("{\"id\": 7}", to: "a.info.json")
    _ = try folder.write("{\"items\": [\"b.mp4\"]}", to: "list.json")
    let lists = PublishedLists(try manifest(["a.info.json", "list.json"]), in: folder.folder.path)
    #expect(lists.faults == ["list.json:1: \"b.mp4\" is not in the folder"])
  }

  @Test("A faulty list is reported like any other faulty list")
  func broken() throws {
    let folder = try TestFolder("published-broken")
    _ = try folder.write("items:\n  - fil: a.mp4\n", to: "list.yaml")
    let lists = PublishedLists(try manifest(["list.yaml"]), in: folder.folder.path)
    #expect(lists.faults.first?.hasPrefix("list.yaml:2: ") == true)
  }
}

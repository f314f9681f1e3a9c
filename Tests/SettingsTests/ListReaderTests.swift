import Testing
import VitrinePictures
import VitrinePlaylists
import VitrineTiming

@testable import VitrineSettings

@Suite("Nested lists")
struct ListReaderTests {
  @Test("Lists and folders play in place of their entries")
  func nested() {
    let table = ListTable(
      [
        "menu.m3u": "a\nsub/b.pls\nfolder\nc", "sub/b.pls": "[playlist]\nFile1=x\nFile2=../y.xspf",
        "y.xspf":
          "<playlist><trackList><track><location>z</location></track></trackList></playlist>",
      ], folders: ["folder": ["10.mp4", "2.mp4"]])
    #expect(
      table.played("menu.m3u") == ["a", "sub/x", "sub/../z", "folder/2.mp4", "folder/10.mp4", "c"])
  }

  @Test("A folder contains its videos and images, sorted, without hidden or other files")
  func folders() {
    let names = ["b.MP4", "10.mp4", "2.mp4", ".c.mp4", "a.txt", "A.jpg", "list.m3u", "in.mov"]
    let table = ListTable(folders: ["/tv": names, "/tv/in.mov": [], "/no": []])
    #expect(table.played("/tv") == ["/tv/2.mp4", "/tv/10.mp4", "/tv/A.jpg", "/tv/b.MP4"])
    #expect(table.played("/tv/") == table.played("/tv"))
    #expect(table.played("/no") == [])
  }

  @Test(
    "A cyclic list is refused with its path",
    arguments: [
      (
        ["a.m3u": "x\na.m3u"], ["a.m3u:2: \"a.m3u\" is this playlist itself"]
      ),
      (
        ["a.m3u": "\nb.pls", "b.pls": "[playlist]\nFile1=./x/../a.m3u"],
        ["a.m3u:2: \"b.pls\" includes a.m3u again: a.m3u:2, b.pls:2, a.m3u"]
      ),
      (
        ["a.m3u": "b.m3u", "b.m3u": "\nc.m3u", "c.m3u": "\n\nb.m3u"],
        ["b.m3u:2: \"c.m3u\" includes b.m3u again: b.m3u:2, c.m3u:3, b.m3u"]
      ),
      (["a.m3u": "b.m3u\nb.m3u", "b.m3u": "x"], ["x", "x"]),
    ])
  func cycles(files: [String: String], expected: [String]) {
    #expect(ListTable(files).played("a.m3u") == expected)
  }

  @Test("Eight lists may be nested, but not nine")
  func depth() {
    var files: [String: String] = [:]
    for level in 1...20 { files["\(level).m3u"] = "\(level + 1).m3u" }
    files["8.m3u"] = "x"
    #expect(ListTable(files).played("1.m3u") == ["x"])
    files["8.m3u"] = "\n9.m3u"
    let found = ListTable(files).played("1.m3u")
    #expect(
      found.count == 1 && found[0].hasPrefix("8.m3u:2: \"9.m3u\" is nested too deeply (limit: 8"))
  }

  @Test("A missing file is an item for the player to skip; an unreadable one is a fault")
  func missing() {
    var table = ListTable(["a.m3u": "no.mp4\nno.m3u\nno/\n"])
    #expect(table.played("a.m3u") == ["no.mp4", "no.m3u", "no/"])
    table.forbidden = ["no.m3u"]
    #expect(table.played("a.m3u") == ["a.m3u:2: cannot read \"no.m3u\": no permission"])
  }

  @Test("A missing, unreadable or invalid list is reported as such")
  func roots() {
    var table = ListTable(["a": "hello", "b": "#EXTM3U\nx"])
    table.forbidden = ["c.pls"]
    for (path, kind) in [
      ("no.m3u", ListFaults.Kind.missing), ("c.pls", .forbidden), ("a", .contents),
    ] {
      do throws(ListFaults) {
        _ = try ListReader(table).read(path)
        Issue.record("\(path) was read")
      } catch {
        #expect(error.kind == kind && error.lines.count == 1, "\(error)")
      }
    }
    #expect(
      table.played("a") == [
        "a:1: unknown playlist format: expected m3u, m3u8, pls, xspf, yaml or a folder"
      ])
    #expect(table.played("b") == ["x"])
  }

  @Test("A stream's manifest is one item, at the top level or nested")
  func streams() {
    let hls = "#EXTM3U\n#EXT-X-TARGETDURATION:9\n1.ts\n"
    let table = ListTable(["a.m3u8": hls, "b.m3u": "a.m3u8\nx"])
    #expect(table.played("a.m3u8") == ["a.m3u8"])
    #expect(table.played("b.m3u") == ["a.m3u8", "x"])
  }

  @Test("Settings of a list or folder apply to its content, but its title does not")
  func inherited() throws {
    let table = ListTable(
      ["a.yaml": "default: {fit: cover}\nitems: [{file: f, duration: 3, title: T, start: 1}]"],
      folders: ["f": ["1.png"]])
    let item = try #require(try ListReader(table).read("a.yaml").items.first)
    #expect(item.imageDuration == MediaTime(3, 1) && item.fit == .cover)
    #expect(item.title == nil && item.start == nil)
  }

  @Test("The configuration applies to images without item settings")
  func configured() throws {
    let table = ListTable(["a.yaml": "items: [{file: 1.png, duration: 10, cover: c}, 2.png]"])
    var playback = PlaybackSettings()
    (playback.imageDuration, playback.cover) = (.seconds(20), "/d")
    let items = try ListReader(table).read("a.yaml").items.map { $0.completed(by: playback) }
    #expect(items.map(\.imageDuration) == [MediaTime(10, 1), MediaTime(20, 1)])
    #expect(items.map(\.cover) == ["c", "/d"])
    #expect(Item(path: "3.png").imageDuration == nil)
    #expect(Item(path: "3.png").shownDuration == MediaTime(10, 1))
  }

  @Test("Only the outermost list sets the playback order")
  func outermost() throws {
    let table = ListTable([
      "a.yaml": "title: A\nloop: queue\nitems: [b.yaml]",
      "b.yaml": "title: B\nloop: none\nshuffle: true",
    ])
    let list = try ListReader(table).read("a.yaml")
    #expect(list.title == "A" && list.loop == .queue && list.isShuffled == nil)
  }

  @Test("Each item has its list and line")
  func places() throws {
    let table = ListTable(["a.m3u": "\nx\nb.m3u\nf", "b.m3u": "\n\ny"], folders: ["f": ["1.png"]])
    let rows = try ListReader(table).read("a.m3u").rows
    #expect(rows.map { "\($0.list):\($0.line ?? 0)" } == ["a.m3u:2", "b.m3u:3", "f:0"])
  }

  @Test("Files to watch are reported for valid and faulty lists")
  func origins() throws {
    var table = ListTable(["a.m3u": "b.m3u\nno.pls\nf\n./b.m3u", "b.m3u": "x"], folders: ["f": []])
    #expect(try ListReader(table).read("a.m3u").origins == ["a.m3u", "b.m3u", "no.pls", "f"])
    table.texts["b.m3u"] = Array("ftp://x".utf8)
    do throws(ListFaults) {
      _ = try ListReader(table).read("a.m3u")
      Issue.record("it was read")
    } catch {
      #expect(error.origins == ["a.m3u", "b.m3u", "no.pls", "f"])
    }
  }

  @Test("The faults of all lists are reported at once, grouped by file and once each")
  func faults() {
    let table = ListTable([
      "a.m3u": "b.m3u\nftp://x\nb.m3u\nc.yaml", "b.m3u": "ftp://y", "c.yaml": "itms: []",
    ])
    #expect(
      table.played("a.m3u").map { String($0.prefix(9)) } == ["a.m3u:2: ", "b.m3u:1: ", "c.yaml:1:"])
  }

  /// The paths that several sources play, or their faults.
  private func played(_ sources: [String], _ table: ListTable) -> [String] {
    do throws(ListFaults) {
      var reader = ListReader(table)
      reader.limits.entries = 10_000
      return try reader.read(sources.map { Item(path: $0) }).items.map(\.location)
    } catch {
      return error.lines
    }
  }

  @Test("Several sources play one after the other, and a single one keeps its settings")
  func several() throws {
    let table = ListTable(
      ["a.yaml": "loop: queue\nitems: [x]", "b.m3u": "y", "c.m3u": ""],
      folders: ["f": ["1.png"], "g": []])
    let reader = ListReader(table)
    let paths = ["a.yaml", "z", "f", "c.m3u", "b.m3u", "g", "b.m3u"]
    let all = try reader.read(paths.map { Item(path: $0) })
    #expect(all.items.map(\.location) == ["x", "z", "f/1.png", "y", "y"])
    #expect(all.loop == nil && all.empty == ["c.m3u", "g"])
    #expect(all.origins == ["a.yaml", "f", "c.m3u", "b.m3u", "g"])
    #expect(try reader.read([Item(path: "a.yaml")]).loop == .queue)
    #expect(played(["b.m3u", "no.m3u", "z"], table) == ["no.m3u: cannot be read: not there"])
    #expect(played([], table) == [])
  }

  @Test("The limits of one list apply to all lists played together")
  func together() {
    let rows = String(repeating: "x\n", count: 100)
    var table = ListTable(["empty.m3u": ""])
    for index in 1...102 { table.texts["\(index).m3u"] = Array(rows.utf8) }
    table.forbidden = ["102.m3u"]
    let lists = (1...102).map { "\($0).m3u" }
    #expect(played(Array(lists.prefix(100)), table).count == 10_000)
    // The last one is not even read.
    #expect(played(lists, table) == ["101.m3u:1: more than 10000 items in total"])
    #expect(
      played(Array(lists.prefix(100)) + ["y"], table) == ["y:1: more than 10000 items in total"])
    #expect(
      played(Array(repeating: "1.m3u", count: 5000), table)
        == ["1.m3u:1: more than 10000 items in total"])
    #expect(
      played(Array(repeating: "empty.m3u", count: 5000), table)
        == ["empty.m3u:1: more than 1000 playlists and folders in total"])
  }

  @Test(
    "Excessive input is refused in bounded time", .timeLimit(.minutes(1)),
    arguments: ["items", "lists", "bytes", "wide", "cycles", "faults"])
  func limits(what: String) {
    var files: [String: String] = [:]
    let many = { (line: String, count: Int) in String(repeating: line + "\n", count: count) }
    switch what {
    case "items": files = ["a.m3u": many("b.m3u", 101), "b.m3u": many("x", 100)]
    case "lists": files = ["a.m3u": many("b.m3u", 1001), "b.m3u": ""]
    case "bytes":
      files["a.m3u"] = (0..<20).map { "\($0).m3u\n" }.joined()
      for index in 0..<20 { files["\(index).m3u"] = many(String(repeating: "#", count: 99), 3000) }
    case "wide":
      for level in 0..<8 { files["\(level).m3u"] = many("\(level + 1).m3u", 1000) }
      files["a.m3u"] = "0.m3u"
    case "cycles":
      files = ["a.m3u": many("b.m3u", 2000), "b.m3u": many("a.m3u\nb.m3u", 1000)]
    default: files = ["a.m3u": many("b.m3u", 999), "b.m3u": many("ftp://x", 2000)]
    }
    var reader = ListReader(ListTable(files))
    (reader.limits.totalSize, reader.limits.entries) = (1024 * 1024, 10_000)
    let elapsed = ContinuousClock().measure {
      do throws(ListFaults) {
        _ = try reader.read("a.m3u")
        Issue.record("it was read")
      } catch {
        #expect(error.lines.count <= 101 && error.lines[0].contains(".m3u:"), "\(error.lines[0])")
      }
    }
    #expect(elapsed < .seconds(10))
  }
}

import Testing
import VitrineFakes
import VitrinePlaylists
import VitrineTiming

@testable import VitrineSettings

@Suite("Damaged lists")
struct ListMutationTests {
  @Test(
    "Each of 500 damaged lists is refused with file, line and cause, or is playable",
    arguments: ["menu.m3u", "menu.m3u8", "menu.pls", "menu.xspf", "menu.yaml"])
  func mutations(path: String) throws {
    var dice = SeededRandom(seed: 20_26)
    var refused = 0
    for round in 0..<500 {
      var file = DamagedList(try #require(Self.samples[path]))
      for _ in 0...(round % 4) { file.damage(&dice) }
      var table = ListTable(
        ["b.pls": "[playlist]\nFile1=x.mp4"], folders: ["pictures": ["1.png"]])
      table.texts[path] = file.bytes
      let elapsed = ContinuousClock().measure {
        do throws(ListFaults) {
          var reader = ListReader(table)
          reader.limits.entries = 10_000
          let list = try reader.read(path)
          if !list.items.allSatisfy(isPlayable) { Issue.record("round \(round): \(list.items)") }
        } catch {
          refused += 1
          if !isTold(error, path, lines: file.lineCount) {
            Issue.record("round \(round): \(error)\n\(file.text.prefix(3000).debugDescription)")
          }
        }
      }
      if elapsed > .seconds(5) { Issue.record("round \(round) took \(elapsed)") }
    }
    // Otherwise the damage does nothing, or everything.
    #expect((50...495).contains(refused), "\(refused)")
  }

  private func isTold(_ faults: ListFaults, _ path: String, lines: Int) -> Bool {
    !faults.lines.isEmpty
      && faults.lines.allSatisfy { message in
        if message.hasSuffix(" more errors") { return true }
        let parts = message.split(separator: ":", maxSplits: 2)
        guard parts.count == 3, parts[0] == path, let line = Int(parts[1]) else { return false }
        return (1...max(lines, 1)).contains(line) && parts[2].count > 3 && message.utf8.count < 1000
          && !message.unicodeScalars.contains(where: \.isControl)
      }
  }

  private func isPlayable(_ item: Item) -> Bool {
    guard case .file(let path) = item.source, !path.isEmpty, path.utf8.count < 4096,
      !path.utf8.contains(0)
    else { return item.source != .file("") }
    let times = [item.start, item.end, item.imageDuration].compactMap(\.self)
    let shown = [item.title, item.subtitle, item.description].compactMap(\.self)
    return times.allSatisfy { ($0 >= .zero) && $0.seconds < 1e9 } && item.shownDuration > .zero
      && (item.end ?? MediaTime(1, 1)) > .zero && (1...10_000).contains(item.repeatCount)
      && (0...1).contains(item.volume)
      && shown.allSatisfy {
        (1...2000).contains($0.unicodeScalars.count)
          && !$0.unicodeScalars.contains(where: \.isControl)
      }
  }

  private static let m3u = """
    #EXTM3U
    #PLAYLIST:Evening
    #EXTINF:12.5 tvg-logo="l.png" group-title="A;B",Title, one
    a.mp4
    #EXTVLCOPT:start-time=1
    #EXTVLCOPT:stop-time=5
    #EXTIMG:p.jpg
    file:///tv/b%20c.mp4
    b.pls
    pictures
    #EXTINF:3,Ä
    d.png

    """

  private static let samples = [
    "menu.m3u": m3u, "menu.m3u8": m3u,
    "menu.pls": """
    [playlist]
    NumberOfEntries=4
    File1=a.mp4
    Title1=Ä
    Length1=-1
    File2=file:///tv/b%20c.mp4
    File3=b.pls
    File4=d.png
    Length4=3
    Version=2

    """,
    "menu.xspf": """
    <?xml version="1.0" encoding="UTF-8"?>
    <playlist version="1" xmlns="http://xspf.org/ns/0/">
      <title>Evening</title>
      <trackList>
        <track>
          <location>a%20b.mp4</location>
          <title>Ä &amp; Ö</title>
          <annotation>Words</annotation>
          <image>i.png</image>
        </track>
        <track xml:base="sub/"><location>d.png</location><duration>3000</duration></track>
        <track><location>b.pls</location></track>
      </trackList>
    </playlist>

    """,
    "menu.yaml": ListReference.example,
  ]
}

/// A list damaged by an editor or a worn-out card.
private struct DamagedList {
  var bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Counts as the most generous reader does: lines end in many ways.
  var lineCount: Int {
    1
      + text.unicodeScalars.count { "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) }
  }

  private static let insertions: [[UInt8]] =
    [
      "\u{0}", "\n\n\n", "<", ">", "&", "&#0;", "&#xFFFFFFFF;", "]]>", "<![CDATA[", "<!--", "-->",
      "<!DOCTYPE a [<!ENTITY b \"c\">]>", "<playlist>", "</track>", "xml:base=\"http://x/\"", "%",
      "%00", "%FF", "%2e%2e/", "http://x/y", "file:", "color:", "C:\\", "[", "]", "{", "}", "&a",
      "*a", "|", ">", "- ", ": ", "#", "#EXT-X-TARGETDURATION:1\n", "#EXTINF:", "=", "[playlist]\n",
      "99999999999999999999", "-1", "1e999", "nan", "\u{2028}", "\u{FEFF}", "\u{202E}",
      "menu.m3u\n",
      "menu.pls\n", "\t", "\r", "1:60:99.999", "\"", "'", "---\n",
    ].map { Array($0.utf8) } + [
      [0xFF, 0xFE], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80],
      Array(repeating: UInt8(ascii: "x"), count: 20_000),
      Array(repeating: UInt8(ascii: "["), count: 2000),
      Array("<a>".utf8.cycled(2000)), Array("- ".utf8.cycled(2000)),
      Array("a\n".utf8.cycled(12_000)),
    ]

  mutating func damage(_ dice: inout SeededRandom) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &dice)
    var lines: [[UInt8]] {
      bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
    }
    let all = lines
    let line = Int.random(in: 0..<all.count, using: &dice)
    switch Int.random(in: 0..<8, using: &dice) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
    case 1: bytes[place] = UInt8.random(in: 0...255, using: &dice)
    case 2: bytes.removeLast(bytes.count - place)
    case 3: bytes = Array((all[...line] + all[line...]).joined(separator: [10]))
    case 4: bytes = Array((all[..<line] + all[(line + 1)...]).joined(separator: [10]))
    case 5:
      var mixed = all
      mixed.swapAt(line, Int.random(in: 0..<all.count, using: &dice))
      bytes = Array(mixed.joined(separator: [10]))
    default:
      bytes.insert(contentsOf: Self.insertions.randomElement(using: &dice) ?? [], at: place)
    }
  }
}

extension Collection {
  fileprivate func cycled(_ count: Int) -> [Element] {
    (0..<count).flatMap { _ in self }
  }
}

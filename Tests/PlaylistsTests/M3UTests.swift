import Testing
import VitrineFakes
import VitrinePlaylists

@Suite("M3U and M3U8")
struct M3UTests {
  private func read(_ bytes: [UInt8], _ format: ListFormat = .m3u) -> [String] {
    summary(M3UList(bytes: bytes, path: "/tv/menu.m3u", format).contents)
  }

  private func read(_ text: String) -> [String] { read(Array(text.utf8)) }

  @Test(
    "Each line that is not a comment is a path",
    arguments: [
      ("", []), ("\n\n \t \n", []), ("# nothing\n", []),
      ("a.mp4", ["1 /tv/a.mp4"]), ("#EXTM3U\na.mp4\n", ["2 /tv/a.mp4"]),
      ("a.mp4\r\nb.mp4\r\n", ["1 /tv/a.mp4", "2 /tv/b.mp4"]),
      ("a.mp4\rb.mp4", ["1 /tv/a.mp4", "2 /tv/b.mp4"]),
      ("\r\n\r\na.mp4", ["3 /tv/a.mp4"]), ("\u{FEFF}#EXTM3U\na.mp4", ["2 /tv/a.mp4"]),
      ("\u{FEFF}ü.mp4", ["1 /tv/ü.mp4"]), ("  a b.mp4  ", ["1 /tv/a b.mp4"]),
      ("/x/a.mp4", ["1 /x/a.mp4"]), ("../a.mp4", ["1 /tv/../a.mp4"]),
      ("file:///x/a%20b.mp4", ["1 /x/a b.mp4"]), ("FILE://localhost/x/a", ["1 /x/a"]),
      ("file:/x/%C3%BC.mp4", ["1 /x/ü.mp4"]), ("100%.mp4", ["1 /tv/100%.mp4"]),
      ("a%20b.mp4", ["1 /tv/a%20b.mp4"]), ("sub\\a.mp4", ["1 /tv/sub/a.mp4"]),
      ("Part 1: begin.mp4", ["1 /tv/Part 1: begin.mp4"]), ("a:b.mp4", ["1 /tv/a:b.mp4"]),
      ("#EXTM3U\n#EXTM3U\n#\n#EXTFOO:x\na", ["5 /tv/a"]),
      ("HTTPS://X:8443/y z.mp4", ["1 https://x:8443/y%20z.mp4"]),
      ("http://x:y/", ["!1 invalid port \"y\": expected a number from 1 to 65535"]),
    ])
  func paths(text: String, expected: [String]) { #expect(read(text) == expected) }

  @Test(
    "Comments describe the next path",
    arguments: [
      ("#EXTINF:12,Title\na.mp4", ["2 /tv/a.mp4 title=Title"]),
      ("#EXTINF:12.5,Slide\na.JPG", ["2 /tv/a.JPG title=Slide duration=12.5"]),
      ("#EXTINF:-1,Live\na.png", ["2 /tv/a.png title=Live"]),
      ("#EXTINF:,Title\na.png", ["2 /tv/a.png title=Title"]),
      ("#EXTINF:7\na.png", ["2 /tv/a.png duration=7.0"]),
      ("#EXTINF:0,\na.png", ["2 /tv/a.png"]), ("#EXTINF\na.mp4", ["2 /tv/a.mp4"]),
      ("#extinf:12, A, B \na.mp4", ["2 /tv/a.mp4 title=A, B"]),
      (
        "#EXTINF:5 tvg-id=\"x\" tvg-logo=\"l,1.png\" group-title=\"A;B\",T\na.mp4",
        ["2 /tv/a.mp4 title=T poster=/tv/l,1.png categories=A+B"]
      ),
      ("#EXTINF:5 TVG-LOGO=l.png ,T\na.mp4", ["2 /tv/a.mp4 title=T poster=/tv/l.png"]),
      (
        "#EXTINF:5 tvg-logo=\"https://x/l.png\",T\na.mp4",
        ["2 /tv/a.mp4 title=T poster=https://x/l.png"]
      ),
      ("#EXTINF:5 a=\"open,T\na.mp4", ["2 /tv/a.mp4"]),
      ("#EXTINF:1,A\n#EXTINF:2,B\na.mp4\nb.mp4", ["3 /tv/a.mp4 title=B", "4 /tv/b.mp4"]),
      ("#EXTART:Band\n#EXTIMG: c.jpg\na.mp4", ["3 /tv/a.mp4 subtitle=Band poster=/tv/c.jpg"]),
      ("#EXTGRP:A\n#EXTGENRE:B,A\na.mp4", ["3 /tv/a.mp4 categories=A+B"]),
      (
        "#EXTVLCOPT:start-time=1.5\n#EXTVLCOPT:stop-time=3\na.mp4",
        ["3 /tv/a.mp4 start=1.5 end=3.0"]
      ),
      ("#EXTVLCOPT:start-time=2\n#EXTVLCOPT:run-time=3\na", ["3 /tv/a start=2.0 end=5.0"]),
      ("#EXTVLCOPT:run-time=3\n#EXTVLCOPT:start-time=2\na", ["3 /tv/a start=2.0 end=5.0"]),
      ("#EXTVLCOPT:stop-time=4\n#EXTVLCOPT:run-time=3\na", ["3 /tv/a end=4.0"]),
      (
        "#EXTVLCOPT: input-repeat = 2\n#EXTVLCOPT:sub-file=a.srt\na",
        ["3 /tv/a repeat=3 subtitles=/tv/a.srt"]
      ),
      ("#EXTVLCOPT::image-duration=4\na.png", ["2 /tv/a.png duration=4.0"]),
      ("#EXTVLCOPT:image-duration=-1\n#EXTVLCOPT:no-audio\na.png", ["3 /tv/a.png"]),
      ("#PLAYLIST: Evening \na", ["title=Evening", "2 /tv/a"]),
      ("#EXTINF:1,a\u{7}b\tc\na", ["2 /tv/a title=a b c"]), ("#EXTINF:1,T\n", []),
    ])
  func comments(text: String, expected: [String]) { #expect(read(text) == expected) }

  @Test(
    "Impossible values are reported with their lines, all at once",
    arguments: [
      ("a\nmms://x/y.mp4\nb", ["1 /tv/a", "3 /tv/b", "!2 mms: is not supported"]),
      ("FTP://x", ["!1 ftp: is not supported"]), ("foo://x", ["!1 \"foo:\" is not supported"]),
      ("file://nas/x", ["!1 \"file://nas/x\" is on another machine"]),
      ("C:\\a.mp4", ["!1 \"C:\\a.mp4\" is a Windows path"]), ("d:/a", ["!1 \"d:/a\" is a Windows"]),
      ("file:///C:/a", ["!1 \"file:///C:/a\" is a Windows path"]),
      ("file:/c%3a\\a", ["!1 \"file:/c%3a\\a\" is a Windows path"]),
      ("file://localhost/C:/a", ["!1 \"file://localhost/C:/a\" is a Windows path"]),
      ("file:///C:/", ["!1 \"file:///C:/\" is a Windows path"]),
      ("file:///C:a\n/C:/a", ["1 /C:a", "2 /C:/a"]),
      ("\\\\nas\\a", ["!1 \"\\\\nas\\a\" is a Windows path"]),
      ("file:///a%2", ["!1 \"/a%2\": a % without two"]),
      ("file:///%FF\n/%C3%A9", ["1 /ÿ", "2 /%C3%A9"]),
      ("file:///a%00b", ["!1 a NUL byte"]), ("file://", ["!1 empty file name"]),
      (
        "#EXTINF:x,T\na", ["2 /tv/a title=T", "!1 #EXTINF: invalid length \"x\": expected seconds"]
      ),
      (
        "#EXTINF:1e9,T\na",
        ["2 /tv/a title=T", "!1 #EXTINF: invalid length \"1e9\": expected seconds"]
      ),
      (
        "#EXTINF:99999999999999999999,T\na",
        ["2 /tv/a title=T", "!1 #EXTINF: invalid length \"99999"]
      ),
      ("#EXTVLCOPT:start-time=x\na", ["2 /tv/a", "!1 start-time: invalid value \"x\""]),
      ("#EXTVLCOPT:input-repeat=-1\na", ["2 /tv/a", "!1 input-repeat: invalid value \"-1\""]),
      (
        "#EXTVLCOPT:stop-time=1\n#EXTVLCOPT:start-time=1\na\nb",
        ["4 /tv/b", "!3 the end is before"]
      ),
      ("#EXTVLCOPT:run-time=0\n#EXTVLCOPT:start-time=5\na", ["!3 the end is before"]),
      ("a\u{0}b\n", ["!1 a NUL byte"]),
      (String(repeating: "x", count: 5000), ["!1 path too long"]),
    ])
  func faults(text: String, expected: [String]) {
    let found = read(text)
    #expect(
      found.count == expected.count && zip(found, expected).allSatisfy { $0.hasPrefix($1) },
      "\(found)")
  }

  @Test("Old Windows files are read, and M3U8 must be UTF-8")
  func encodings() {
    let old: [UInt8] = [0x23, 0x0A, 0xFC, 0x80, 0x2E, 0x6D, 0x70, 0x34]
    #expect(read(old) == ["2 /tv/ü€.mp4"])
    #expect(read(old, .m3u8) == ["!2 not UTF-8; save it as UTF-8"])
    #expect(read(ListTextSamples.mark + old) == ["!2 not UTF-8; save it as UTF-8"])
    #expect(read([0xFF, 0xFE, 0x61, 0]) == ["!1 UTF-16; save it as UTF-8"])
  }

  @Test(
    "A stream's manifest is not a list of its segments",
    arguments: [
      "#EXT-X-TARGETDURATION:9", "#EXT-X-STREAM-INF:BANDWIDTH=1", "#EXT-X-MEDIA-SEQUENCE:1",
    ])
  func streams(tag: String) {
    #expect(read("#EXTM3U\n#EXTINF:9,\n1.ts\n\(tag)\n2.ts\n") == ["stream"])
  }

  @Test("As many entries and bytes as the limits are read; one more is refused")
  func limits() {
    var limits = ListLimits()
    (limits.entries, limits.fileSize) = (1000, 1 << 20)
    let read = { (bytes: [UInt8]) in
      summary(M3UList(bytes: bytes, path: "/tv/menu.m3u", .m3u, limits).contents)
    }
    let most = Array(String(repeating: "a\n", count: 1000).utf8)
    #expect(read(most).count == 1000)
    #expect(read(most + Array("b\nc\n".utf8)).last == "!1001 more than 1000 entries")
    let long = [UInt8](repeating: 10, count: 20_000)
    #expect(read(long) == [] && read(long + [97]) == ["!20001 more than 20000 lines"])
    #expect(read(Array("a\n".utf8) + long) == ["1 /tv/a", "!20001 more than 20000 lines"])
    let large = [UInt8](repeating: UInt8(ascii: "#"), count: 1 << 20)
    #expect(read(large) == [] && read(large + [35]) == ["!1 larger than 1 MiB"])
  }

  @Test("The first hundred faults are reported, and the others counted")
  func manyFaults() {
    let list = M3UList(
      bytes: Array(String(repeating: "ftp://x\n", count: 5000).utf8), path: "a", .m3u)
    #expect(list.contents.faults.map(\.line) == Array(1...100))
    #expect(list.contents.moreFaults == 4900)
  }
}

enum ListTextSamples {
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

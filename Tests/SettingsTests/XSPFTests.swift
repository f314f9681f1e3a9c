import Testing
import VitrineFakes
import VitrinePlaylists

@testable import VitrineSettings

@Suite("XSPF")
struct XSPFTests {
  private func read(_ text: String, _ limits: ListLimits = .standard) -> [String] {
    summary(XSPFList.contents(of: Array(text.utf8), path: "/tv/menu.xspf", limits))
  }

  private static let space = "xmlns=\"http://xspf.org/ns/0/\""

  /// A list with these tracks, which start in line 2.
  private func tracks(
    _ text: String, _ attributes: String = "", _ limits: ListLimits = .standard
  ) -> [String] {
    read(
      "<playlist version=\"1\" \(Self.space) \(attributes)><trackList>\n\(text)\n</trackList></playlist>",
      limits)
  }

  @Test(
    "Tracks are read with their metadata",
    arguments: [
      ("", []), ("<track><location>a.mp4</location></track>", ["2 /tv/a.mp4"]),
      ("<track>\n<location>\n a%20b.mp4 \n</location>\n</track>", ["3 /tv/a b.mp4"]),
      ("<track><location>file:///x/%C3%BC</location></track>", ["2 /x/ü"]),
      ("<track><location>a&amp;b&#x2e;c</location></track>", ["2 /tv/a&b.c"]),
      ("<track><location><![CDATA[a&b]]></location></track>", ["2 /tv/a&b"]),
      (
        "<track><location>a</location><title> A  B\n</title><creator>C</creator></track>",
        ["2 /tv/a title=A B subtitle=C"]
      ),
      ("<track><title>T</title><location>a</location></track>", ["2 /tv/a title=T"]),
      (
        "<track><location>a</location><annotation>D</annotation><image>i.png</image></track>",
        ["2 /tv/a description=D poster=/tv/i.png"]
      ),
      (
        "<track><location>a</location><image>http://x/i</image></track>",
        ["2 /tv/a poster=http://x/i"]
      ),
      (
        "<track><location>a.png</location><duration>1500</duration></track>",
        ["2 /tv/a.png duration=1.5"]
      ),
      ("<track><location>a.mp4</location><duration>1500</duration></track>", ["2 /tv/a.mp4"]),
      ("<track><location>a.png</location><duration> 0 </duration></track>", ["2 /tv/a.png"]),
      ("<track><location>ftp://x</location><location>a</location></track>", ["2 /tv/a"]),
      ("<track><location>a</location><location>b</location></track>", ["2 /tv/a"]),
      (
        "<track><location>a</location><title>A</title><title>B</title></track>", ["2 /tv/a title=A"]
      ),
      ("<track xml:base=\"sub/\"><location>a</location></track>", ["2 /tv/sub/a"]),
      ("<track><location xml:base=\"/x/y\">a</location></track>", ["2 /x/a"]),
      (
        "<track xml:base=\"/x/\"><location>a</location></track><track><location>b</location></track>",
        ["2 /x/a", "2 /tv/b"]
      ),
      ("<!-- c --><?pi x?><track><location>a</location></track>", ["2 /tv/a"]),
      (
        "<track><album>x</album><meta rel=\"y\">z</meta><location>a</location></track>", ["2 /tv/a"]
      ),
      ("<x:track xmlns:x=\"urn:x\"><location>q</location></x:track>", []),
      (
        "<track><location>a</location><x:title xmlns:x=\"urn:x\">T</x:title></track>",
        ["2 /tv/a"]
      ),
      (
        "<track><location>a</location><extension application=\"v\"><v:option "
          + "xmlns:v=\"http://www.videolan.org/vlc/playlist/ns/0/\">start-time=5</v:option>"
          + "</extension></track>", ["2 /tv/a start=5.0"]
      ),
      (
        "<track><location>a</location></track>\r\n<track><location>b</location></track>",
        ["2 /tv/a", "3 /tv/b"]
      ),
    ])
  func good(text: String, expected: [String]) { #expect(tracks(text) == expected) }

  @Test("The list has a title and a base; its namespace is optional and its encoding free")
  func whole() {
    #expect(
      tracks("<track><location>a</location></track>", "xml:base=\"file:///x/l\"") == ["2 /x/a"])
    #expect(
      read(
        "<playlist><title>E</title><trackList><track><location>a</location></track></trackList></playlist>"
      )
        == ["title=E", "1 /tv/a"])
    let latin =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?><playlist><title>".utf8) + [0xFC]
      + Array("</title></playlist>".utf8)
    #expect(summary(XSPFList.contents(of: latin, path: "a")) == ["title=ü"])
    #expect(read("\u{FEFF}<playlist/>") == [])
  }

  @Test(
    "Impossible values are reported with their line",
    arguments: [
      ("<track/>", ["!2 missing <location> in <track>"]),
      ("<track>\n<title>x</title></track>", ["!2 missing <location> in <track>"]),
      ("<track><location></location></track>", ["!2 empty file name"]),
      ("<track>\n<location>ftp://x</location></track>", ["!3 ftp: is not supported"]),
      ("<track><location>urn:a:b</location></track>", ["!2 \"urn:\" is not supported"]),
      ("<track><location>%</location></track>", ["!2 \"%\": a % without"]),
      ("<track><location>a</location><image>%</image></track>", ["2 /tv/a", "!2 \"%\": a %"]),
      (
        "<track><location>a</location>\n<duration>x</duration></track>",
        ["2 /tv/a", "!3 invalid duration \"x\""]
      ),
      (
        "<track><location>a</location><duration>99999999999999999999</duration></track>",
        ["2 /tv/a", "!2 invalid duration \"9999"]
      ),
      (
        "<track xml:base=\"http://x/\"><location>a</location></track>",
        ["2 /tv/a", "!2 xml:base: http:"]
      ),
      ("<track><location>a</location></trck>", ["!2 not XML: mismatched tag"]),
      ("<track><location>&x;</location></track>", ["!2 not XML: undefined entity"]),
      ("<track><location>\u{1}</location></track>", ["!2 not XML"]),
      ("<track a='1' a='2'/>", ["!2 not XML: duplicate attribute"]),
      ("<y:track/>", ["!2 not XML: unbound prefix"]),
      (String(repeating: "<a>", count: 40), ["!2 nested too deeply"]),
    ])
  func faults(text: String, expected: [String]) {
    let found = tracks(text)
    #expect(
      found.count == expected.count && zip(found, expected).allSatisfy { $0.hasPrefix($1) },
      "\(found)")
  }

  @Test(
    "A file that is not a list is refused",
    arguments: [
      ("", "!1 not XML: no element found"), ("hello", "!1 not XML"),
      ("\n<html/>", "!2 expected <playlist>, got \"html\""),
      ("<playlist>", "!1 not XML: no element"),
      ("<playlist/><playlist/>", "!1 not XML: junk"),
      ("<rss xmlns='urn:x'/>", "!1 expected <playlist>, got \"urn:x rss\""),
      (
        "<!DOCTYPE playlist SYSTEM 'file:///etc/passwd'><playlist/>",
        "!1 <!DOCTYPE is not supported"
      ),
      (
        "<!DOCTYPE p [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>\n<playlist>&a;</playlist>",
        "!1 <!DOCTYPE is not supported"
      ),
    ])
  func others(text: String, cause: String) {
    let found = read(text)
    #expect(found.count == 1 && found[0].hasPrefix(cause), "\(found)")
  }

  @Test(
    "A billion-laughs file or a million elements are refused without expansion",
    .timeLimit(.minutes(1)))
  func bombs() {
    var laughs = "<!DOCTYPE p [<!ENTITY a0 \"ha\">"
    for level in 1..<30 {
      let ten = String(repeating: "&a\(level - 1);", count: 10)
      laughs += "<!ENTITY a\(level) \"\(ten)\">"
    }
    laughs += "]><playlist><title>&a29;</title></playlist>"
    #expect(read(laughs) == ["!1 <!DOCTYPE is not supported; remove it"])
    let many = String(repeating: "<a/>", count: 251_000)
    #expect(tracks(many) == ["!2 too many elements"])
    var limits = ListLimits()
    (limits.entries, limits.fileSize) = (1000, 1 << 20)
    let large = String(repeating: " ", count: 1 << 20)
    #expect(tracks(large, "", limits) == ["!1 larger than 1 MiB"])
    let track = "<track><location>a</location></track>"
    let found = tracks(String(repeating: track, count: 1001), "", limits)
    #expect(found.count == 1001 && found.last == "!2 more than 1000 entries")
  }

  @Test("Faults before invalid XML or before a limit are also reported")
  func faultsBefore() {
    let bad = "<track><location>ftp://x</location></track>\n"
    #expect(
      tracks(bad + bad + "<track></trck>").map { $0.prefix(8) }
        == ["!2 ftp: ", "!3 ftp: ", "!4 not X"])
    let track = "<track><location>a</location></track>"
    var limits = ListLimits()
    limits.entries = 1000
    let found = tracks(
      bad + String(repeating: track, count: 1002) + "\n" + bad + "<a></b>", "", limits
    )
    .suffix(3)
    #expect(
      found.map { $0.prefix(8) } == ["!2 ftp: ", "!3 more ", "!5 not X"])
  }
}

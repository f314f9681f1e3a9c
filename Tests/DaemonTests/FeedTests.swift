import Foundation
import Testing
import VitrineAddresses
import VitrineLinux
import VitrineMedia
import VitrinePlayback
import VitrineStage
import VitrineTiming

@testable import VitrineLists
@testable import VitrineStageFiles

@Suite("Feeds for tickers and zones", .timeLimit(.minutes(1)))
struct FeedTests {
  private static let rss = """
    <?xml version="1.0"?><rss version="2.0"><channel><title>Channel</title><image><title>Logo</title></image>
    <item><title>One &amp;amp; only</title><description>x</description></item>
    <item><title><![CDATA[<b>Bold</b> text &#8211; today]]></title></item><item><title> </title></item></channel></rss>
    """
  private static let atom = """
    <feed xmlns="http://www.w3.org/2005/Atom" xmlns:m="http://search.yahoo.com/mrss/"><title>Feed</title>
    <entry><m:title>Picture</m:title><title type="html">Caf&amp;#233; opens</title></entry>
    <entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">5 &lt; 6</div></title></entry></feed>
    """

  private static func utf16(_ text: String, isLittle: Bool = true) -> [UInt8] {
    ("\u{FEFF}" + text).utf16.flatMap {
      let bytes = [UInt8($0 & 0xFF), UInt8($0 >> 8)]
      return isLittle ? bytes : bytes.reversed()
    }
  }

  private static func western(_ encoding: String) -> [UInt8] {
    Array(
      "<?xml version=\"1.0\" encoding=\"\(encoding)\"?><rss><channel><item><title>Caf".utf8)
      + [0xE9] + (encoding == "windows-1252" ? [0x80] : [])
      + Array("</title></item></channel></rss>".utf8)
  }

  @Test(
    "The titles of a feed, or the lines of a text, in every encoding that is read",
    arguments: [
      (Array(rss.utf8), ["One & only", "Bold text – today"]),
      (Array(atom.utf8), ["Café opens", "5 < 6"]),
      (utf16(rss), ["One & only", "Bold text – today"]),
      (western("ISO-8859-1"), ["Café"]), (western("windows-1252"), ["Café€"]),
      (Array("\u{FEFF}One\n\n Two  words\r\n\u{7}Three".utf8), ["One", "Two words", "Three"]),
      (utf16("Größe\nTwo"), ["Größe", "Two"]), (utf16("Größe", isLittle: false), ["Größe"]),
      ([], []), (Array("<feed xmlns=\"http://www.w3.org/2005/Atom\"/>".utf8), []),
    ] as [([UInt8], [String])])
  func lines(bytes: [UInt8], lines: [String]) throws {
    #expect(try FeedText.lines(of: bytes) == lines)
  }

  @Test(
    "A half written file, one in another encoding and one that is not a feed are refused with the reason",
    arguments: [
      (Array(rss.utf8.prefix(200)), "not XML"),
      (Array("<html></html>".utf8), "neither RSS nor Atom"),
      ([0x43, 0x61, 0x66, 0xE9], "not UTF-8 text: save"),
      (Array(utf16("Gr\u{1F600}").dropLast(2)), "not UTF-8"),
      (western("koi8-r"), "unknown encoding"),
      (Array("<!DOCTYPE rss [<!ENTITY a \"b\">]><rss/>".utf8), "<!DOCTYPE is not supported"),
      (Array((String(repeating: "<a>", count: 40)).utf8), "nested too deeply"),
    ] as [([UInt8], String)])
  func refused(bytes: [UInt8], cause: String) throws {
    let error = #expect(throws: FeedText.Fault.self) { try FeedText.lines(of: bytes) }
    #expect(error?.cause.contains(cause) == true, "\(error?.cause ?? "")")
  }

  @Test("A feed has at most 100 entries of 300 characters")
  func bounds() throws {
    let long = String(repeating: "x", count: 5000)
    let items = String(repeating: "<item><title>\(long)</title></item>", count: 150)
    let lines = try FeedText.lines(of: Array("<rss><channel>\(items)</channel></rss>".utf8))
    #expect(lines.count == 100 && lines.allSatisfy { $0.count == 300 })
  }

  @Test("A title or text of a megabyte costs little", .timeLimit(.minutes(1)))
  func hostile() throws {
    let tags = String(repeating: "<a", count: 400_000)
    let feed = "<rss><channel><item><title><![CDATA[\(tags)]]></title></item></channel></rss>"
    #expect(try FeedText.lines(of: Array(feed.utf8)).map(\.count) == [300])
    #expect(throws: FeedText.Fault.self) {
      try FeedText.lines(of: Array(repeating: UInt8(ascii: "x"), count: 100_000))
    }
  }

  /// A server whose answers the test sets.
  private final class Server: RemoteAccess {
    let answer = Shared<Result<[UInt8], PlaybackError>>(.success([]))
    let requests = Shared(0)

    func stream(
      at url: RemoteURL, quality: VariantPolicy.Preference
    ) -> (any RemoteStream)? { nil }
    func stills(
      at url: RemoteURL, _ interrupter: Demuxer.Interrupter
    ) throws(MediaError) -> StillReader? { nil }
    func download(_ url: RemoteURL, limit: Int) -> (any RemoteDownload)? {
      requests.update { $0 += 1 }
      return Download(answer.value)
    }
    var throughput: Double? { nil }
    func add(fields: [String: String], for origin: RemoteURL.Origin) {}
    func close() {}

    func fail(_ cause: String) {
      answer.update {
        $0 = .failure(PlaybackError(.source, cause, exitStatus: .unavailable))
      }
    }
  }

  private final class Download: RemoteDownload {
    let answer: Result<[UInt8], PlaybackError>

    init(_ answer: Result<[UInt8], PlaybackError>) { self.answer = answer }

    func popResult() -> Result<[UInt8], PlaybackError>? { answer }
    func bytes(until deadline: HostTime) throws(PlaybackError) -> [UInt8] { try answer.get() }
    func interrupt() {}
  }

  /// Feeds on a clock that the test moves.
  private func feeds(_ server: Server) -> (feeds: Feeds, time: Shared<HostTime>) {
    let time = Shared(HostTime(nanoseconds: 0))
    return (Feeds([server], isThreaded: false, now: { time.value }), time)
  }

  @Test("A ticker keeps the last valid texts of its feed, and reports each failure once")
  func ticker() throws {
    let server = Server()
    let (feeds, time) = feeds(server)
    var files = OverlayFiles(
      ["line": StageOverlay(.ticker(.file("https://user:secret@feeds.example/feed.xml")))], feeds)
    func read(_ seconds: Int64 = 300) throws -> [String] {
      time.update { $0 = $0 + .seconds(seconds) }
      _ = feeds.next()
      return files.read().faults
    }
    server.answer.update { $0 = .success(Array(Self.rss.utf8)) }
    _ = files.read()
    defer { feeds.close() }
    #expect(try read() == [])
    #expect(files.contents.lines["line"] == ["One & only", "Bold text – today"])
    server.answer.update { $0 = .success(Array(Self.rss.utf8.prefix(200))) }
    let half = try read()
    #expect(half.count == 1 && half[0].contains("not XML"), "\(half)")
    #expect(!half[0].contains("secret"))
    #expect(try read() == [], "reported once")
    server.fail("feeds.example returned 500")
    #expect(try read().count == 1)
    #expect(try read(60) == [])
    #expect(files.contents.lines["line"]?.count == 2)
    server.answer.update { $0 = .success(Array(Self.atom.utf8)) }
    #expect(try read() == [])
    #expect(files.contents.lines["line"] == ["Café opens", "5 < 6"])
    server.fail("feeds.example returned 500")
    #expect(try read().count == 1, "a fault that was cured is reported again")
  }

  @Test("A table comes from the address in its file, and a cut one changes nothing")
  func table() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "feeds-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let template = folder.appending(path: "t.yaml")
    let text = "zones: {a: {table: menu, columns: [{text: \"{name}\"}]}}\n"
    try Data(text.utf8).write(to: template)
    try Data("https://sheet.example/menu?output=csv\n".utf8).write(
      to: folder.appending(path: "menu.url"))
    let server = Server()
    let (feeds, time) = feeds(server)
    defer { feeds.close() }
    var files = TemplateFiles(template.path, data: folder.path, feeds)
    func read() -> [String] {
      time.update { $0 = $0 + .seconds(300) }
      _ = feeds.next()
      return files.read(at: HostTime(nanoseconds: 0)).faults
    }
    let cases: [(text: String, rows: [[String]], fault: String?)] = [
      // A published sheet has no line break at its end.
      ("name,price\r\nTea,2.50", [["Tea", "2.50"]], nil),
      ("name,price\nTea,2.50\nMilk", [["Tea", "2.50"]], "line 3"),
      ("", [["Tea", "2.50"]], "the file is empty"),
      ("title\nTea\n", [["Tea", "2.50"]], "no column name"),
      ("[{\"name\": \"Milk\"}]", [["Milk"]], nil),
    ]
    server.answer.update { $0 = .success(Array(cases[0].text.utf8)) }
    _ = files.read(at: HostTime(nanoseconds: 0))
    for (text, rows, fault) in cases {
      server.answer.update { $0 = .success(Array(text.utf8)) }
      let faults = read()
      #expect(files.contents.tables["menu"]?.table.rows == rows, "\(text)")
      #expect(faults.count == (fault == nil ? 0 : 1), "\(text): \(faults)")
      if let fault { #expect(faults.first?.contains(fault) == true, "\(faults)") }
      #expect(!faults.contains { $0.contains("output=csv") }, "queries may be secret")
      #expect(read() == [])
    }
  }
}

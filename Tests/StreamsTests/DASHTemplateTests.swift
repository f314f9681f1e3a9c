import Foundation
import Testing
import VitrineAddresses

@testable import VitrineStreams

/// Segment URLs from a template: their expansion, their cost and refused ones.
struct DASHTemplateTests {
  private static func list(
    _ media: String, in folder: String = "", _ runs: [DASHRun], name: String = "a"
  ) throws -> HLSMediaPlaylist {
    let url = try RemoteURL("http://a/\(folder)x.mpd")
    var presentation = DASHPresentation(url)
    var set = DASHSet(kind: .video, language: nil, title: nil, isMain: true)
    set.representations = [
      DASHRepresentation(
        name: name, bandwidth: 7, width: nil, height: nil, codecs: nil, base: url,
        addressing: .template(
          media: media, initialization: "i", first: 1, .timeline(DASHTimeline(runs))),
        timescale: 1, origin: 0)
    ]
    var period = DASHPeriod(start: 0, duration: nil)
    period.sets = [set]
    presentation.periods = [period]
    return try presentation.segments(
      of: DASHSelection(kind: .video, set: 0, representation: 0), at: 0
    ).list()
  }

  @Test("A small manifest of very many segments stores only their numbers")
  func many() throws {
    let folder = String(repeating: "folder/", count: 1100)
    let before = try residentBytes()
    let list = try Self.list(
      "$RepresentationID$/$Number%08d$-$Time$", in: folder,
      [DASHRun(start: 0, length: 1, again: 99_998)], name: String(repeating: "n", count: 4000))
    // As complete URLs they would take more than a gigabyte.
    #expect(try residentBytes() - before < 300 << 20)
    #expect(list.segments.count == 99_999)
    let last = try #require(list.segments.last)
    #expect(last.url.text.hasSuffix("n/00099999-99998") && last.map?.url.name == "i")
    #expect(last.url.text.hasPrefix("http://a/folder/"))
  }

  @Test(
    "A template whose URLs could fail later is refused at once",
    arguments: [
      ("http://a:$Number$/", "port"), ("http://h$Number$/", "host name"),
      ("file:///$Number$", "file"),
      ("$Number%5d$", "in a URL"), ("$Number", "unbalanced"), ("$Bandwith$", "in a URL"),
      (String(repeating: "$RepresentationID$", count: 9000), "too long"),
    ])
  func refused(media: String, cause: String) {
    let error = #expect(throws: DASHPresentation.Fault.self) {
      try Self.list(media, [DASHRun(start: 0, length: 1, again: 3)])
    }
    #expect(error?.cause.contains(cause) == true, "\(error?.cause ?? "")")
  }

  @Test(
    "A template expands to a URL",
    arguments: [
      ("$Number%03d$.m4s", "http://a/001.m4s"), ("$$$Time$", "http://a/$40"),
      ("$Bandwidth%05d$/$RepresentationID$", "http://a/00007/a"),
      ("//b/$Time%04d$", "http://b/0040"),
      ("../$Number$?t=$Time$", "http://a/1?t=40"), ("?n=$Number$", "http://a/x.mpd?n=1"),
    ])
  func filled(media: String, address: String) throws {
    let list = try Self.list(media, [DASHRun(start: 40, length: 1, again: 0)])
    #expect(list.segments.map(\.url.text) == [address])
  }
}

/// The memory of this process.
private func residentBytes() throws -> Int {
  let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
  return try #require(Int(words[1])) * 4096
}

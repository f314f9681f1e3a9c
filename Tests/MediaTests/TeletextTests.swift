import Foundation
import Testing
import VitrineFakes
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineMedia

@Suite("Subtitles on pages of teletext")
struct TeletextTests {
  private static let pages = [
    TeletextClip.Page(0x100, type: 1, language: "ger"),
    TeletextClip.Page(0x150, type: 2, language: "ger"),
    TeletextClip.Page(0x888, type: 5, language: "eng"),
  ]

  private static let texts = [
    TeletextClip.Text(0x100, at: 0.5, ["Weather"]),
    TeletextClip.Text(0x150, at: 1, ["Hallo", "Welt"]),
    TeletextClip.Text(0x888, at: 1.2, ["A phone rings"]),
    TeletextClip.Text(0x150, at: 2, ["\u{3}Zwei"]), TeletextClip.Text(0x150, at: 3, []),
  ]

  /// A clip of four seconds with subtitles on two pages, and a page to read.
  private static func clip(
    _ pages: [TeletextClip.Page] = pages, _ texts: [TeletextClip.Text] = texts,
    changed: (inout [UInt8]) -> Void = { _ in }
  ) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "teletext-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let plain = try GeneratedMedia.write(
      folder.appending(path: "plain.ts").path,
      [
        "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=4", "-c:v", "libx264", "-bf", "0",
        "-muxdelay", "0",
      ])
    let stream = [UInt8](try Data(contentsOf: URL(filePath: plain)))
    var bytes = TeletextClip.add(pages, texts, to: stream)
    changed(&bytes)
    let clip = folder.appending(path: "clip.ts")
    try Data(bytes).write(to: clip)
    return clip.path
  }

  /// The events of a subtitle track, with their starts in seconds and their texts.
  private static func events(_ path: String, _ place: Int) throws -> [(Double, [String])] {
    var demuxer = try Demuxer(path: path, interrupter: .init())
    let track = demuxer.tracks.filter { $0.kind == .subtitle }[place]
    demuxer.select(try #require(demuxer.infos.first.map { [$0, track.info] }))
    var decoder = try SubtitleDecoder(of: track, video: nil)
    var events: [(Double, [String])] = []
    loop: while true {
      switch try demuxer.read() {
      case .subtitle(let packet):
        for event in (try? decoder.decode(packet)) ?? [] {
          guard case .captions(let lines) = event.content else { continue }
          #expect(event.end == nil)
          let texts = lines.map { line in
            String(decoding: line, as: UTF8.self).split(
              separator: ",", maxSplits: 8, omittingEmptySubsequences: false
            ).last.map(String.init) ?? ""
          }
          events.append(((event.start - demuxer.start).seconds, texts))
        }
      case .ended: break loop
      default: break
      }
    }
    return events
  }

  @Test("Each page of subtitles is a track, and pages to read are not")
  func tracks() throws {
    let demuxer = try Demuxer(path: try Self.clip(), interrupter: .init())
    let tracks = demuxer.infos.filter { $0.kind == .subtitle }
    #expect(tracks.map(\.index) == [1, 2])
    #expect(tracks.map(\.language) == ["ger", "eng"])
    #expect(tracks.map(\.title) == ["Teletext 150", "Teletext 888"])
    #expect(tracks.map(\.audience) == [.everyone, .hardOfHearing])
    let other = try Demuxer(path: try Self.clip([Self.pages[0]]), interrupter: .init())
    #expect(other.infos.map(\.kind) == [.video])
  }

  @Test("Without pages in the descriptor, a track has every page marked as subtitles")
  func bareDescriptor() throws {
    let clip = try Self.clip([])
    let tracks = try Demuxer(path: clip, interrupter: .init()).infos.filter { $0.kind == .subtitle }
    #expect(tracks.map(\.title) == [nil])
    #expect(try Self.events(clip, 0).map(\.1.count) == [1, 1, 1, 1, 0])
  }

  @Test("A page's text begins at its packet and ends when the page is erased")
  func texts() throws {
    let clip = try Self.clip()
    let first = try Self.events(clip, 0)
    #expect(first.count == 3, "\(first)")
    #expect(first.map { $0.1.count } == [1, 1, 0])
    for (event, expected) in zip(first, [(1.0, "Hallo \\NWelt"), (2, "Zwei"), (3, "")]) {
      #expect(abs(event.0 - expected.0) < 0.001)
      #expect(expected.1.isEmpty || event.1[0].contains(expected.1), "\(event)")
    }
    // Yellow, which is the color of a speaker.
    #expect(first[1].1[0].contains("{\\c&H00FFFF&}"), "\(first[1])")
    let second = try Self.events(clip, 1)
    #expect(second.count == 1 && second[0].1[0].contains("A\\hphone\\hrings"), "\(second)")
  }

  @Test(
    "Descriptors with other types, and of any length",
    arguments: [
      ([], nil, []), ([0x11], "ger", []), ([0x11, 0x50, 0x29], "ger", ["150 ger"]),
      // A page of type 5 in magazine 8, which is written as 0; without a language.
      ([0x28, 0x01], nil, ["801 - hard of hearing"]),
      ([0x09, 0x00, 0x12, 0x99, 0x1A, 0x10], "ger,fre,eng", ["299 fre"]),
      ([0x11, 0x50, 0x12, 0xFF], "ger", ["150 ger", "2ff -"]),
    ] as [([UInt8], String?, [String])])
  func descriptors(setup: [UInt8], languages: String?, expected: [String]) {
    let pages = TeletextPage.subtitles(setup: setup, languages: languages)
    #expect(
      pages.map { page in
        "\(page.name) \(page.language ?? "-")"
          + (page.isForHardOfHearing ? " hard of hearing" : "")
      } == expected)
    let many = [UInt8](repeating: 0x11, count: 1000)
    #expect(TeletextPage.subtitles(setup: many, languages: nil).count == 32)
  }

  @Test("The text is drawn in the lowest third until its end")
  func drawing() throws {
    let path = try Self.clip()
    var demuxer = try Demuxer(path: path, interrupter: .init())
    let track = try #require(demuxer.tracks.first { $0.kind == .subtitle })
    demuxer.select(try #require(demuxer.infos.first.map { [$0, track.info] }))
    var decoder = try SubtitleDecoder(of: track, video: nil)
    var screen = try SubtitleScreen(
      form: decoder.form, attachments: [],
      layout: SubtitleLayout(
        panel: PixelSize(320, 240), rotation: .none,
        video: PixelRect(x: 0, y: 0, width: 320, height: 240), storage: PixelSize(320, 240)))
    loop: while true {
      switch try demuxer.read() {
      case .subtitle(let packet): for event in try decoder.decode(packet) { screen.add(event) }
      case .ended: break loop
      default: break
      }
    }
    let seen = [0.5, 1.5, 2.5, 3.5].map { seconds in
      let time = demuxer.start + MediaTime(Int64(seconds * 10), 10)
      return Self.area(&screen, at: time)
    }
    #expect(seen[0] == nil && seen[3] == nil)
    let (first, second) = (try #require(seen[1]), try #require(seen[2]))
    #expect(first.y > 160 && first.height > second.height && first.width > 40)
  }

  private static func area(_ screen: inout SubtitleScreen, at time: MediaTime) -> PixelRect? {
    var bytes = [UInt8](repeating: 0, count: 320 * 240 * 4)
    return bytes.withUnsafeMutableBytes { screen.draw(at: time, into: $0, pitch: 1280) }
  }

  @Test("Damaged packets neither crash the decoder nor show more than one text at a time")
  func damage() throws {
    let texts = (0..<300).map { number in
      TeletextClip.Text(0x150, at: Double(number) / 100, ["Number", "\(number)"])
    }
    var dice = SeededRandom(seed: 31)
    let clip = try Self.clip(Self.pages, texts) { bytes in
      for start in stride(from: 0, to: bytes.count, by: 188)
      where bytes[start + 1] & 0x1F == 2 && bytes[start + 2] == 0 {
        // Beyond the header of the packet, or of the elementary stream's.
        for _ in 0..<dice.below(4) { bytes[start + 49 + dice.below(139)] = UInt8(dice.below(256)) }
      }
    }
    let events = try Self.events(clip, 0)
    #expect(events.count > 100)
    #expect(events.allSatisfy { $0.1.count <= 1 })
  }
}

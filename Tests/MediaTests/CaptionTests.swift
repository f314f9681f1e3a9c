import Foundation
import Testing
import VitrineFakes
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineMedia

@Suite("Captions in a video")
struct CaptionTests {
  private static let captions = [
    CaptionClip.Caption(text: "HELLO WORLD", frames: 25..<50),
    CaptionClip.Caption(text: "A 2nd one", frames: 75..<90),
  ]
  /// These captions in CEA-708, with another service beside them.
  private static let digital = [
    CaptionClip.Caption(text: "HELLO WORLD", frames: 25..<50, service: 1),
    CaptionClip.Caption(text: "HOLA", frames: 26..<49, service: 2),
    CaptionClip.Caption(text: "A 2nd one", frames: 75..<90, service: 1),
  ]

  /// A clip of 100 frames at 25 Hz with captions.
  private static func clip(_ ending: String, _ captions: [CaptionClip.Caption]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "captions-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (plain, marked) = (folder.appending(path: "a.h264"), folder.appending(path: "b.h264"))
    try ffmpeg(
      "-f lavfi -i testsrc2=s=320x240:r=25:d=4 -c:v libx264 -bf 0 -x264-params repeat-headers=1:slices=1",
      plain.path)
    let stream = [UInt8](try Data(contentsOf: plain))
    try Data(CaptionClip.add(captions, to: stream, frames: 100)).write(to: marked)
    let clip = folder.appending(path: "c.\(ending)").path
    try ffmpeg("-r 25 -i \(marked.path) -c copy", clip)
    return clip
  }

  private static func ffmpeg(_ words: String, _ output: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/ffmpeg")
    process.arguments =
      ["-v", "error", "-y"] + words.split(separator: " ").map(String.init) + [output]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  /// The caption events of a file's frames, with their starts in seconds.
  private static func events(_ path: String, _ service: CaptionService) throws -> (
    found: Set<CaptionService>, [(start: Double, text: String)]
  ) {
    var demuxer = try Demuxer(path: path, interrupter: Demuxer.Interrupter())
    let found = demuxer.video
    let video = try #require(found)
    var decoder = try Decoder(of: video, threads: 1)
    let info = TrackInfo(captions: service, index: 9, language: nil)
    let track = try #require(Track(captions: info, service))
    var subtitles = try SubtitleDecoder(of: track, video: nil)
    var (events, services) = ([(Double, String)](), Set<CaptionService>())
    let origin = demuxer.start
    func drain() throws {
      while case .frame(let frame) = try decoder.receive() {
        guard let pts = frame.pts, let packet = frame.captions(at: pts) else { continue }
        for event in try subtitles.decode(packet) {
          guard case .captions(let lines) = event.content else { continue }
          let length = event.end.map { $0 - event.start }
          #expect(length == (service == .line21 ? MediaTime(16, 1) : nil))
          let text =
            String(decoding: lines.joined(), as: UTF8.self).split(
              separator: ",", maxSplits: 8, omittingEmptySubsequences: false
            ).last.map(String.init) ?? ""
          events.append(((event.start - origin).seconds, text))
        }
      }
    }
    loop: while true {
      switch try demuxer.read() {
      case .video(let packet):
        services.formUnion(packet.captionServices)
        _ = try decoder.send(packet)
        try drain()
      case .ended: break loop
      default: break
      }
    }
    _ = try decoder.send(nil)
    try drain()
    return (services, events)
  }

  @Test(
    "Each caption begins and ends at its frame", arguments: ["mp4", "ts", "mkv"],
    [CaptionService.line21, .digital(1)])
  func times(ending: String, service: CaptionService) throws {
    let captions = service == .line21 ? Self.captions : Self.digital
    let (found, events) = try Self.events(try Self.clip(ending, captions), service)
    let expected: Set<CaptionService> =
      service == .line21 ? [.line21] : [.digital(1), .digital(2)]
    #expect(found == expected)
    let words = events.map { event in
      let text = event.text.replacing("\\h", with: " ")
      return text.contains("HELLO WORLD") ? "first" : text.contains("2nd one") ? "second" : "none"
    }
    #expect(words == ["first", "none", "second", "none"], "\(events)")
    for (event, expected) in zip(events, [1.0, 2, 3, 3.6]) {
      #expect(abs(event.start - expected) < 0.021, "\(event)")
    }
  }

  private static func line(_ order: Int, _ text: String) -> SubtitleEvent.Content {
    .captions([Array("\(order),0,Default,,0,0,0,,\(text)".utf8)])
  }

  @Test("A caption replaces the one before it, an empty one ends it, and a minute ends any")
  func replacing() throws {
    let layout = SubtitleLayout(
      panel: PixelSize(320, 240), rotation: .none,
      video: PixelRect(x: 0, y: 0, width: 320, height: 240), storage: PixelSize(320, 240))
    var screen = try SubtitleScreen(
      form: .plainText(header: Array("[Script Info]\nPlayResX: 320\nPlayResY: 240\n".utf8)),
      attachments: [], layout: layout)
    func add(_ seconds: Int64, _ content: SubtitleEvent.Content) {
      screen.add(SubtitleEvent(start: MediaTime(seconds, 1), end: nil, content: content))
    }
    add(1, Self.line(0, "{\\an7}{\\pos(10,20)}One"))
    #expect(screen.nextChange(after: MediaTime(1, 1)) == MediaTime(61, 1))
    add(3, Self.line(1, "Two"))
    #expect(screen.nextChange(after: MediaTime(1, 1)) == MediaTime(3, 1))
    add(5, Self.line(2, "{\\an7}\\N \\N"))
    #expect(screen.nextChange(after: MediaTime(3, 1)) == MediaTime(5, 1))
    #expect(screen.nextChange(after: MediaTime(5, 1)) == nil)
  }

  @Test("Packets without captions, or with empty ones, are not taken for captions")
  func detection() throws {
    let clip = try Self.clip("mp4", Self.captions)
    var demuxer = try Demuxer(path: clip, interrupter: Demuxer.Interrupter())
    // The pairs of the first caption end at frame 25; those before them are empty.
    var found: [Int] = []
    for number in 0..<40 {
      if case .video(let packet) = try demuxer.read(), packet.captionServices == [.line21] {
        found.append(number)
      }
    }
    #expect(found == Array(16...25), "\(found)")
    let plain = FileManager.default.temporaryDirectory.appending(path: "plain-\(UUID()).mp4").path
    try Self.ffmpeg("-f lavfi -i testsrc2=s=320x240:r=25:d=1 -metadata comment=GA94", plain)
    var other = try Demuxer(path: plain, interrupter: Demuxer.Interrupter())
    while case .video(let packet) = try other.read() { #expect(packet.captionServices.isEmpty) }
  }

  @Test("A service is there once it defines a window or has text, also at the start of a packet")
  func services() {
    func services(_ bytes: [UInt8]) -> Set<CaptionService> {
      CaptionService.captions(in: bytes)
    }
    #expect(services([]).isEmpty)
    #expect(services([0xFC, 0x80, 0x80, 0xFA, 0, 0]).isEmpty)
    #expect(services([0xFC, 0x94, 0x20]) == [.line21])
    // All windows are deleted.
    #expect(services([0xFF, 0x02, 0x22, 0xFE, 0x8C, 0xFF]).isEmpty)
    #expect(services([0xFF, 0x02, 0x22, 0xFE, 65, 66]) == [.digital(1)])
    // The rest is in later frames.
    #expect(
      services([0xFD, 0x94, 0x20, 0xFF, 0x10, 0x5F, 0xFE, 65, 66]) == [.line21, .digital(2)])
  }

  @Test("Thousands of captions leave only the latest ones")
  func bounded() throws {
    let layout = SubtitleLayout(
      panel: PixelSize(320, 240), rotation: .none,
      video: PixelRect(x: 0, y: 0, width: 320, height: 240), storage: PixelSize(320, 240))
    var screen = try SubtitleScreen(
      form: .plainText(header: Array("[Script Info]\n".utf8)), attachments: [], layout: layout)
    var bytes = [UInt8](repeating: 0, count: 320 * 240 * 4)
    for number in 0..<5000 {
      let start = MediaTime(Int64(number), 20)
      screen.add(
        SubtitleEvent(start: start, end: nil, content: Self.line(number, "Line \(number)")))
      if number % 20 == 0 {
        bytes.withUnsafeMutableBytes { _ = screen.draw(at: start, into: $0, pitch: 1280) }
      }
    }
    #expect(screen.lineCount < 100)
  }
}

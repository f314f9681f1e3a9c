import Foundation
import Testing
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists

@testable import VitrineEngine

@Suite("The tracks of the captions in a video")
struct CaptionTrackTests {
  /// A video with sound in English, captions, and optionally German subtitles.
  private static func clip(
    _ scene: PipelineScene, hasText: Bool, _ captions: [CaptionClip.Caption]
  ) throws -> String {
    let plain = try scene.make(
      "plain.h264",
      ["-f", "lavfi", "-i", "color=red:s=128x96:r=25:d=2", "-c:v", "libx264", "-bf", "0"])
    let stream = [UInt8](try Data(contentsOf: URL(filePath: plain)))
    let marked = scene.path("marked.h264")
    try Data(CaptionClip.add(captions, to: stream, frames: 50)).write(to: URL(filePath: marked))
    let text = scene.path("text.srt")
    try Data("1\n00:00:00,500 --> 00:00:01,000\nHallo\n".utf8).write(to: URL(filePath: text))
    return try scene.make(
      "clip.mkv",
      [
        "-r", "25", "-i", marked, "-f", "lavfi", "-i", "anullsrc=d=2", "-i", text, "-map", "0",
        "-map", "1",
      ]
        + (hasText ? ["-map", "2", "-metadata:s:s:0", "language=ger"] : [])
        + ["-c:v", "copy", "-metadata:s:a:0", "language=eng"])
  }

  @Test(
    "It is the last one, in the language of the sound, and chosen like any other once it is found",
    arguments: [
      // Whether there are German subtitles, the choice, the languages, and the tracks that are selected at last.
      (false, TrackSelection.automatic, [], "0 1"), (false, .automatic, ["en"], "0 1 2"),
      (false, .index(2), [], "0 1 2"), (false, .off, ["en"], "0 1"),
      (true, .automatic, ["de", "en"], "0 1 2"), (true, .automatic, ["en", "de"], "0 1 3"),
      (true, .index(3), ["de"], "0 1 3"),
    ] as [(Bool, TrackSelection, [String], String)])
  func choice(hasText: Bool, selection: TrackSelection, languages: [String], chosen: String) throws
  {
    let reports = try Self.reports(
      [CaptionClip.Caption(text: "Hi", frames: 10..<30)], hasText: hasText, selection, languages)
    #expect(reports.contains("tracks"), "\(reports)")
    #expect(reports.last { $0.hasPrefix("selected") } == "selected \(chosen)", "\(reports)")
  }

  @Test(
    "A language selects CEA-708 before CEA-608, whichever comes first",
    arguments: [
      // The frames of CEA-608 and of CEA-708, the choice, and the tracks that are selected at last. CEA-608 takes longer to
      // load.
      (10, 10, TrackSelection.automatic, "0 1 3"), (10, 30, .automatic, "0 1 3"),
      (30, 10, .automatic, "0 1 2"), (10, 10, .index(3), "0 1 3"), (10, 30, .index(2), "0 1 2"),
      // The language of the second service is not known.
      (10, 10, .index(4), "0 1 4"), (10, 10, .off, "0 1"),
    ] as [(Int, Int, TrackSelection, String)])
  func both(analog: Int, digital: Int, selection: TrackSelection, chosen: String) throws {
    let reports = try Self.reports(
      [
        CaptionClip.Caption(text: "Hi", frames: analog..<40),
        CaptionClip.Caption(text: "Hi", frames: digital..<40, service: 1),
        CaptionClip.Caption(text: "Ola", frames: 35..<40, service: 2),
      ], hasText: false, selection, ["en"])
    #expect(reports.last { $0.hasPrefix("selected") } == "selected \(chosen)", "\(reports)")
  }

  /// Plays a clip and returns the names of its reports.
  private static func reports(
    _ captions: [CaptionClip.Caption], hasText: Bool, _ selection: TrackSelection,
    _ languages: [String]
  ) throws -> [String] {
    let scene = try PipelineScene()
    var choices = TrackChoices()
    choices.subtitle = selection
    choices.preferences.subtitleLanguages = languages
    let pipeline = scene.open(
      Item(path: try clip(scene, hasText: hasText, captions)), choices: choices)
    _ = scene.takeAll(pipeline.queues)
    return scene.reports.value.map(\.name)
  }
}

import Foundation
import Testing
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists

@testable import VitrineEngine

@Suite("The track of the captions in a video")
struct CaptionTrackTests {
  /// A video with sound in English, captions, and optionally German subtitles.
  private static func clip(_ scene: PipelineScene, hasText: Bool) throws -> String {
    let plain = try scene.make(
      "plain.h264",
      ["-f", "lavfi", "-i", "color=red:s=128x96:r=25:d=2", "-c:v", "libx264", "-bf", "0"])
    let captions = [CaptionClip.Caption(text: "Hi", frames: 10..<30)]
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
    let scene = try PipelineScene()
    var choices = TrackChoices()
    choices.subtitle = selection
    choices.preferences.subtitleLanguages = languages
    let pipeline = scene.open(
      Item(path: try Self.clip(scene, hasText: hasText)), choices: choices)
    _ = scene.takeAll(pipeline.queues)
    let reports = scene.reports.value.map(\.name)
    #expect(reports.contains("tracks"), "\(reports)")
    #expect(reports.last { $0.hasPrefix("selected") } == "selected \(chosen)", "\(reports)")
  }
}

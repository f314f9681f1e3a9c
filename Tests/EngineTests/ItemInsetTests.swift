import Testing
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

/// The pipelines of sign-language videos, on generated files.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct ItemInsetTests {
  /// Both videos ask for plans.
  private final class Display {
    let thread: DisplayThread

    init() throws {
      thread = try DisplayThread(
        { _ in
          Presenter(
            sink: MemoryDisplay(size: PixelSize(640, 480), refresh: 60),
            clock: { SoundState(clock: PipelineScene.stopped) }, report: { _ in })
        }, report: { _ in })
    }

    deinit { thread.close() }
  }

  private let display: Display
  private let scene: PipelineScene

  init() throws {
    display = try Display()
    scene = try PipelineScene(on: display.thread)
  }

  private func clip(_ name: String, _ source: String = "testsrc2=s=320x180:r=25:d=2") throws
    -> String
  {
    try scene.make(name, ["-f", "lavfi", "-i", source, "-c:v", "mpeg4"])
  }

  private func item(_ inset: String) throws -> Item {
    var item = Item(path: try clip("film.mkv"))
    item.signLanguage = .file(inset)
    return item
  }

  private static func choices(_ isShown: Bool) -> TrackChoices {
    var choices = TrackChoices()
    choices.showsSignLanguage = isShown
    return choices
  }

  @Test("It is decoded for its place, in step with each run, while it is requested")
  func runs() throws {
    let pipeline = scene.open(
      try item(try clip("signed.mkv", "testsrc2=s=320x240:r=25:d=2")), choices: Self.choices(true))
    #expect(scene.hears("ready"))
    let first = try #require(pipeline.queues.inset.value)
    let (pictures, sound) = scene.takeAll(first)
    #expect(pictures.count == 50 && pictures.first == 0 && sound.isEmpty)
    pipeline.seek(Run(2), PlaybackState.Seek(to: MediaTime(1, 1)), choices: Self.choices(true))
    let second = try #require(pipeline.queues.inset.value)
    #expect(second !== first && scene.takeAll(second).pictures.first == 1)
    pipeline.seek(Run(3), PlaybackState.Seek(to: MediaTime(1, 1)), choices: Self.choices(false))
    #expect(pipeline.queues.inset.value == nil)
    pipeline.seek(Run(4), PlaybackState.Seek(to: MediaTime(1, 1)), choices: Self.choices(true))
    let last = try #require(pipeline.queues.inset.value)
    #expect(scene.takeAll(last).pictures.first == 1)
    #expect(!scene.hears("without inset", within: 1))
  }

  @Test("A seek past its end hides it, and a seek back shows it again")
  func shorter() throws {
    var item = Item(path: try clip("film.mkv", "testsrc2=s=320x180:r=25:d=4"))
    item.signLanguage = .file(try clip("signed.mkv", "testsrc2=s=320x180:r=25:d=1"))
    let pipeline = scene.open(item, choices: Self.choices(true))
    #expect(scene.hears("ready"))
    #expect(scene.takeAll(try #require(pipeline.queues.inset.value)).pictures.count == 25)
    for (number, target) in [(2, 3), (3, 0), (4, 2), (5, 0)] {
      let run = Run(number)
      pipeline.seek(
        run, PlaybackState.Seek(to: MediaTime(Int64(target), 1)), choices: Self.choices(true))
      #expect(scene.hears("ready", of: run))
      let inset = pipeline.queues.inset.value
      #expect((inset != nil) == (target == 0))
      if let inset { #expect(scene.takeAll(inset).pictures.count == 25) }
    }
    #expect(!scene.reports.value.contains { $0.name.hasPrefix("without inset") })
  }

  @Test("Without a request for it, nothing is opened")
  func unwanted() throws {
    let pipeline = scene.open(try item("/nowhere.mp4"))
    #expect(scene.hears("ready"))
    #expect(pipeline.queues.inset.value == nil && !scene.hears("without inset", within: 1))
  }

  @Test("A file without a video is reported once, and the film plays")
  func failures() throws {
    let sound = try scene.make("sound.mkv", ["-f", "lavfi", "-i", "sine=d=1", "-c:a", "flac"])
    for (path, words) in [
      ("/nowhere.mp4", "nowhere.mp4: no such file"), (sound, "sound.mkv: no video stream found"),
    ] {
      let scene = try PipelineScene(on: display.thread)
      var item = Item(path: try scene.make("film.mkv", ["-f", "lavfi", "-i", "testsrc2=d=1"]))
      item.signLanguage = .file(path)
      let pipeline = scene.open(item, choices: Self.choices(true))
      #expect(scene.hears("ready") && scene.hears("without inset"))
      pipeline.seek(Run(2), PlaybackState.Seek(to: .zero), choices: Self.choices(true))
      #expect(scene.hears("ready", of: Run(2)))
      let reports = scene.reports.value.filter { $0.name.hasPrefix("without inset") }
      #expect(reports.count == 1 && reports[0].name.contains(words), "\(reports)")
      #expect(scene.takeAll(pipeline.queues).pictures.count == 25)
    }
  }
}

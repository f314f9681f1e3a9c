import Testing
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

/// When a run may start although some of its data is missing.
@Suite("Runs with missing data", .serialized, .timeLimit(.minutes(3)))
struct ReadinessTests {
  private let scene: PipelineScene

  init() throws { scene = try PipelineScene() }

  /// Two hundred frames of half a megabyte each, with these audio arguments.
  private func film(_ sound: [String]) throws -> Item {
    Item(
      path: try scene.make(
        "film.mkv",
        ["-f", "lavfi", "-i", "testsrc2=s=640x480:r=25:d=8"] + sound
          + ["-c:v", "rawvideo", "-pix_fmt", "yuv420p"]))
  }

  @Test("Audio whose decoder rejects every packet does not delay the video")
  func refused() throws {
    let item = try film(
      ["-f", "lavfi", "-i", "sine=f=440:r=48000:d=8", "-c:a", "flac", "-bsf:a", "noise=amount=1"])
    let pipeline = scene.open(item)
    #expect(scene.hears("ready"))
    let (pictures, sound) = scene.takeAll(pipeline.queues)
    #expect(pictures.count == 200)
    #expect(sound.isEmpty)
    #expect(scene.hears("silent"))
  }

  @Test("Audio that starts seven seconds and 80 MiB later plays at its time")
  func late() throws {
    let item = try film(
      ["-itsoffset", "7", "-f", "lavfi", "-i", "sine=f=440:r=48000:d=1", "-c:a", "pcm_s16le"])
    let pipeline = scene.open(item)
    #expect(scene.hears("ready"))
    let queues = pipeline.queues
    #expect(!queues.hasSound)
    #expect(SoundRun(queues).chunks != nil)
    let (pictures, sound) = scene.takeAll(queues)
    #expect(pictures.count == 200)
    let first = try #require(sound.first)
    #expect(abs(first.pts - 7) < 0.05, "\(first)")
  }

  @Test("Audio without video does not count as reading once it was read in full")
  func read() throws {
    let path = try scene.make("tone.wav", ["-f", "lavfi", "-i", "sine=f=440:r=48000:d=8"])
    let pipeline = scene.open(Item(path: path))
    _ = scene.takeAll(pipeline.queues)
    #expect(!pipeline.isReading)
  }

  @Test("A seek into a tail without audio shows its frame")
  func tail() throws {
    let item = try film(["-f", "lavfi", "-i", "sine=f=440:r=48000:d=0.5", "-c:a", "pcm_s16le"])
    let pipeline = scene.open(item)
    try #require(scene.hears("ready"))
    pipeline.seek(Run(1), .init(to: MediaTime(1, 1)), choices: TrackChoices())
    #expect(scene.hears("ready", of: Run(1)))
    #expect(scene.takeAll(pipeline.queues).pictures.count == 175)
  }

  @Test(
    "Audio after the end is ignored: a filter's remainder does not set the start")
  func soundBehindTheEnd() throws {
    // An hour from 0, as in recordings; resampled, so that the filter holds something.
    var item = Item(
      path: try scene.make(
        "hour.mkv",
        [
          "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-itsoffset", "0.5", "-f", "lavfi",
          "-i",
          "sine=f=440:r=44100:d=0.5", "-c:v", "rawvideo", "-pix_fmt", "yuv420p", "-c:a",
          "pcm_s16le", "-output_ts_offset", "3600",
        ]))
    item.end = MediaTime(1, 5)
    let pipeline = scene.open(item)
    #expect(scene.hears("ready"))
    let (pictures, sound) = scene.takeAll(pipeline.queues)
    #expect(pictures.count == 5 && sound.isEmpty)
    #expect(pipeline.queues.startTime == MediaTime(3600, 1))
  }

  @Test("An end after the audio's end is detected without reading further")
  func soundIsOver() throws {
    var item = try film(["-f", "lavfi", "-i", "sine=f=440:r=48000:d=0.5", "-c:a", "pcm_s16le"])
    item.end = MediaTime(1, 1)
    let pipeline = scene.open(item)
    let (pictures, _) = scene.takeAll(pipeline.queues)
    #expect(pictures.count == 25)
    #expect(pipeline.queues.ending.value?.isCertain == true)
    let decoded = pipeline.queues.counts.value.frames
    #expect(decoded < 110, "\(decoded) of 200 were read")
  }

  @Test(
    "A seek starts with three buffers even if one or two are on screen", arguments: 1...2)
  func fewBuffers(held: Int) throws {
    // One more is made to see how fast reading is.
    scene.display.memory.setRoom(4)
    let item = try film(["-f", "lavfi", "-i", "sine=f=440:r=48000:d=8", "-c:a", "pcm_s16le"])
    let pipeline = scene.open(item)
    try #require(scene.hears("ready"))
    let deadline = HostTime.now() + .seconds(10)
    let onScreen = (0..<held).compactMap { _ in pipeline.queues.pictures.pop(until: deadline) }
    pipeline.seek(Run(1), .init(to: MediaTime(4, 1)), choices: TrackChoices())
    #expect(scene.hears("ready", of: Run(1)))
    #expect(onScreen.count == held)
  }

  @Test("A card without playable tracks stays for the film's length", arguments: [false, true])
  func noTracks(hasSound: Bool) throws {
    let sound = ["-f", "lavfi", "-i", "sine=f=440:r=48000:d=8", "-c:a", "pcm_s16le"]
    let pipeline = scene.open(try film(hasSound ? sound : []))
    try #require(scene.hears("ready"))
    var choices = TrackChoices()
    choices.video = .off
    choices.audio = .off
    pipeline.seek(Run(1), .init(to: MediaTime(2, 1)), choices: choices)
    #expect(scene.hears("ready", of: Run(1)))
    #expect(!scene.reports.value.contains { $0.name.hasPrefix("failed") })
    let queues = pipeline.queues
    #expect(scene.takeAll(queues).pictures == [0])
    #expect(queues.startTime == MediaTime(2, 1))
    let end = try #require(queues.ending.value)
    #expect(end.isCertain && abs(end.pictureEnd.seconds - 8) < 0.1, "\(end.pictureEnd)")
  }
}

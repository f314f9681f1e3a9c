import Foundation
import Testing
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineEngine

/// Transport streams with timestamp discontinuities: two recordings in one file, or one with
/// breaks.
@Suite("Timestamp discontinuities within a file", .serialized, .timeLimit(.minutes(3)))
struct BrokenTimeTests {
  private let scene: PipelineScene

  init() throws { scene = try PipelineScene() }

  private static let rate = 25.0
  private static let seconds = 3.0
  /// The wrap of a 33-bit counter at 90 kHz, in seconds.
  private static let wrap = Double(1 << 33) / 90_000

  /// Three seconds whose times start at `offset`.
  private func part(_ offset: Double) throws -> Data {
    let name = "\(Int(offset * 1000)).ts"
    let file = try scene.make(
      name,
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x36:r=25:d=3", "-f", "lavfi", "-i",
        "sine=f=440:r=48000:d=3", "-c:v", "libx264", "-bf", "2", "-g", "25", "-pix_fmt", "yuv420p",
        "-c:a", "mp2", "-output_ts_offset", "\(offset)",
      ])
    return try Data(contentsOf: URL(filePath: file))
  }

  private func film(_ offsets: [Double]) throws -> Item {
    var all = Data()
    for offset in offsets { all += try part(offset) }
    let path = scene.path("all.ts")
    try all.write(to: URL(filePath: path))
    return Item(path: path)
  }

  @Test(
    "Every frame follows the previous one, and the audio follows its frame",
    arguments: [
      [0, 1000], [1000, 0], [0, 0, 0], [0, 7], [500, 90_000, 20], [wrap - 3], [wrap - 3, 0],
      [0, wrap - 3], [wrap - 10, 5],
    ])
  func whole(offsets: [Double]) throws {
    let pipeline = scene.open(try film(offsets))
    let (pictures, sound) = scene.takeAll(pipeline.queues)
    #expect(pictures.count == Int(Self.rate * Self.seconds) * offsets.count)
    let steps = zip(pictures, pictures.dropFirst()).map { $1 - $0 }
    #expect(
      steps.allSatisfy { $0 > 0.5 / Self.rate && $0 < 0.15 }, "\(steps.filter { $0 > 0.041 })")
    let gaps = zip(sound, sound.dropFirst()).map { $1.pts - $0.pts - $0.length }
    #expect(gaps.allSatisfy { abs($0) < 0.15 }, "\(gaps.filter { abs($0) > 0.01 })")
    // Each part's audio starts with its first frame, within the container's precision.
    let ends = (pictures.last ?? 0, sound.last.map { $0.pts + $0.length } ?? 0)
    #expect(abs(ends.0 + 1 / Self.rate - ends.1) < 0.12, "\(ends)")
  }

  @Test(
    "Without discontinuities, timestamps are those of the container",
    arguments: [
      ("film.ts", "mpeg2video", "mp2"), ("film.mpg", "mpeg2video", "mp2"),
    ])
  func unbroken(name: String, video: String, audio: String) throws {
    let path = try scene.make(
      name,
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=4", "-f", "lavfi", "-i",
        "sine=f=440:r=48000:d=4", "-pix_fmt", "yuv420p", "-c:v", video, "-c:a", audio,
      ])
    let pipeline = scene.open(Item(path: path))
    let (pictures, sound) = scene.takeAll(pipeline.queues)
    #expect(pictures.count == 100)
    let steps = zip(pictures, pictures.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { abs($0 - 1 / Self.rate) < 0.001 })
    #expect(abs(sound.reduce(0) { $0 + $1.length } - 4) < 0.1)
    let duration = try #require(scene.summary.value?.duration)
    #expect(abs(duration.seconds - 4) < 0.2, "\(duration.seconds) s")
  }

  @Test("Ogg, which cannot be read from an arbitrary byte, is read in full")
  func ogg() throws {
    let path = try scene.make(
      "tone.ogg", ["-f", "lavfi", "-i", "sine=f=440:r=48000:d=4", "-c:a", "libvorbis"])
    let (_, sound) = scene.takeAll(scene.open(Item(path: path)).queues)
    #expect(abs(sound.reduce(0) { $0 + $1.length } - 4) < 0.05)
    #expect(abs((scene.summary.value?.duration?.seconds ?? 0) - 4) < 0.05)
  }

  @Test(
    "The length is the sum of all parts", arguments: [[0, 1000], [1000, 0], [0, 0, 0], [0, 7]])
  func length(offsets: [Double]) throws {
    let pipeline = scene.open(try film(offsets))
    #expect(scene.hears("opened"))
    let duration = try #require(scene.summary.value?.duration)
    let expected = Self.seconds * Double(offsets.count)
    #expect(abs(duration.seconds - expected) < 0.25 * expected, "\(duration.seconds) s")
    pipeline.close()
  }

  @Test(
    "A seek past a discontinuity reaches its target",
    arguments: [[0, 1000], [1000, 0], [0, 0], [wrap - 3, 0]])
  func seek(offsets: [Double]) throws {
    let pipeline = scene.open(try film(offsets))
    try #require(scene.hears("ready"))
    pipeline.seek(Run(1), .init(to: MediaTime(9, 2)), choices: TrackChoices())
    try #require(scene.hears("ready", of: Run(1)))
    let queues = pipeline.queues
    let start = (queues.startTime - queues.origin).seconds
    #expect(abs(start - 4.5) < 1, "\(start)")
    let (pictures, _) = scene.takeAll(queues)
    #expect((15...60).contains(pictures.count), "\(pictures.count)")
    let steps = zip(pictures, pictures.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { $0 > 0.5 / Self.rate && $0 < 0.15 }, "\(steps)")
  }

  @Test("A first frame ten thousand years ago counts as the start")
  func wildBeginning() throws {
    let path = try scene.make(
      "wild.ivf", ["-f", "lavfi", "-i", "testsrc2=s=64x36:r=25:d=1", "-c:v", "libvpx"])
    var data = try Data(contentsOf: URL(filePath: path))
    // The timestamp of the first frame, after the file's header and the frame's length.
    data[32 + 4 + 7] = 0xFF
    try data.write(to: URL(filePath: path))
    let pipeline = scene.open(Item(path: path))
    let pictures = scene.takeAll(pipeline.queues).pictures
    #expect(pictures.count == 25)
    #expect(zip(pictures, 0...).allSatisfy { abs($0 - Double($1) / 25) < 0.001 }, "\(pictures)")
  }
}

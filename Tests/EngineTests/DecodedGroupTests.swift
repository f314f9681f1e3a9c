import Testing
import VitrineLinux
import VitrineMedia
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming
import VitrineVideoDecoders

@testable import VitrineEngine
@testable import VitrineScanout

/// Seeks within what the decoder has, on a film with a key frame every four seconds.
@Suite("A seek within a group of pictures", .timeLimit(.minutes(2)))
struct DecodedGroupTests {
  private let scene: PipelineScene

  init() throws { scene = try PipelineScene() }

  private func film(_ name: String, _ codec: [String]) throws -> String {
    try scene.make(
      name,
      ["-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=8", "-pix_fmt", "yuv420p", "-g", "100"]
        + codec)
  }

  /// A decoder that plays runs one after another.
  private final class Runs {
    private let track: Track
    private var demuxer: Demuxer
    private var decoder: FallbackDecoder
    private var number = 0
    /// The frames decoded in each run.
    private(set) var frames: [Int] = []

    init(_ path: String, _ scene: PipelineScene) throws {
      demuxer = try Demuxer(path: path, interrupter: Demuxer.Interrupter())
      let video = demuxer.video
      track = try #require(video)
      let pools = PicturePools(scene.shared)
      decoder = try FallbackDecoder.open(
        track, into: PictureWriter(pools, track, Self.queues(Run(0), nil)),
        VideoLoad(track, clock: { [clock = scene.clock] in clock.value }, isSourceLate: { false }),
        by: DecoderSelector(Decoders(.software), pools))
    }

    /// Seeks to a time, reads some packets and drains the decoder; returns the times of the pictures.
    func drained(after packets: Int, at seconds: Double) throws -> [Double] {
      let queues = try begin(at: seconds)
      var read = 0
      while read < packets {
        guard case .video(let packet) = try demuxer.read() else { continue }
        read += 1
        try decoder.feed(packet)
      }
      _ = try decoder.finish()
      var times: [Double] = []
      while let picture = queues.pictures.tryPop() { times.append(picture.pts.seconds) }
      return times
    }

    private func begin(at seconds: Double) throws -> RunQueues {
      let start = MediaTime(Int64((seconds * 1000).rounded()), 1000)
      let queues = Self.queues(Run(number), start)
      number += 1
      try demuxer.seek(to: start, .before)
      let isContinued = decoder.begin(queues, track)
      #expect(isContinued)
      return queues
    }

    private static func queues(_ run: Run, _ start: MediaTime?) -> RunQueues {
      RunQueues(run, RunQueues.Bounds(start: start, isExact: true, imageDuration: MediaTime(10, 1)))
      { _, _ in }
    }

    /// Seeks to a time and decodes the next pictures, whose times it returns; or only some packets on the way there.
    func seek(_ seconds: Double, pictures: Int = 3, packets: Int = .max) throws -> [Double] {
      let queues = try begin(at: seconds)
      var (times, read): ([Double], Int) = ([], 0)
      while times.count < pictures, read < packets {
        switch try demuxer.read() {
        case .ended:
          let rest = Shared<[Double]>([])
          let reader = try NamedThread("pictures") {
            while let picture = queues.pictures.pop() {
              rest.update { $0.append(picture.pts.seconds) }
            }
          }
          _ = try decoder.finish()
          queues.pictures.close()
          reader.join()
          return times + rest.value
        case .video(let packet):
          read += 1
          try decoder.feed(packet)
          while let picture = queues.pictures.tryPop() { times.append(picture.pts.seconds) }
        default: continue
        }
      }
      frames.append(queues.counts.value.frames)
      queues.close()
      return Array(times.prefix(pictures))
    }
  }

  private static let codecs = [
    ("b.mp4", ["-c:v", "libx264", "-bf", "2"]), ("b.mkv", ["-c:v", "libx264", "-bf", "2"]),
    ("b.ts", ["-c:v", "libx264", "-bf", "2"]), ("p.mp4", ["-c:v", "libx264", "-bf", "0"]),
    ("hevc.mp4", ["-c:v", "libx265", "-x265-params", "log-level=error:keyint=100"]),
    ("vp9.webm", ["-c:v", "libvpx-vp9", "-cpu-used", "8", "-deadline", "realtime"]),
    ("mpeg4.avi", ["-c:v", "mpeg4"]),
  ]

  @Test("Each shows the same pictures as from the key frame", arguments: codecs)
  func same(name: String, codec: [String]) throws {
    let path = try film(name, codec)
    let runs = try Runs(path, scene)
    // Ahead in the group, ahead by a picture, back, into another group, to its end, and at the end of the film.
    for place in [0.5, 1.2, 1.5, 1.54, 1.52, 3.2, 1, 4.6, 5, 7.7, 7.9, 7.96, 7.8] {
      let fresh = try Runs(path, scene)
      let expected = try fresh.seek(place)
      #expect(try runs.seek(place) == expected, "\(place)")
    }
  }

  @Test(
    "After a seek that was given up on its way, the next one shows the same pictures",
    arguments: codecs)
  func givenUp(name: String, codec: [String]) throws {
    let path = try film(name, codec)
    let runs = try Runs(path, scene)
    for (packets, place) in [(30, 1.1), (30, 1.16), (40, 1.8), (60, 2.32), (10, 0.3)] {
      _ = try runs.seek(3.9, packets: packets)
      #expect(try runs.seek(place) == Runs(path, scene).seek(place), "\(place)")
    }
  }

  @Test(
    "A run that ends or changes its rendition while it reads the group again shows nothing of the earlier run"
  )
  func drained() throws {
    let path = try film("b.mp4", ["-c:v", "libx264", "-bf", "2"])
    let runs = try Runs(path, scene)
    _ = try runs.seek(3.9, packets: 40)
    let expected = try Runs(path, scene).drained(after: 2, at: 1.8)
    #expect(try runs.drained(after: 2, at: 1.8) == expected && expected.count == 1)
  }

  @Test("A seek ahead decodes no frame twice", arguments: codecs)
  func counted(name: String, codec: [String]) throws {
    let runs = try Runs(try film(name, codec), scene)
    for place in [0.2, 0.8, 1.6, 2.4, 3.2] { _ = try runs.seek(place) }
    // Three pictures after 3.2 s, and what the decoder holds.
    #expect(runs.frames.reduce(0, +) <= 83 + 16, "\(runs.frames)")
  }
}

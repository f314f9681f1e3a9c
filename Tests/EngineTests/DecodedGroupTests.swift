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
        by: DecoderSelector(Decoders(.software), pools, inUse: Shared(nil)))
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
      let queues = order(at: seconds)
      try begin(queues)
      return queues
    }

    private func order(at seconds: Double, isPaused: Bool = false) -> RunQueues {
      defer { number += 1 }
      return Self.queues(
        Run(number), MediaTime(Int64((seconds * 1000).rounded()), 1000), isPaused: isPaused)
    }

    private func begin(_ queues: RunQueues) throws {
      try demuxer.seek(to: queues.bounds.start ?? .zero, .before)
      let isContinued = decoder.begin(queues, track)
      #expect(isContinued)
    }

    private static func queues(_ run: Run, _ start: MediaTime?, isPaused: Bool = false) -> RunQueues
    {
      let bounds = RunQueues.Bounds(
        start: start, isExact: true, keepsPictures: isPaused, imageDuration: MediaTime(10, 1))
      return RunQueues(run, bounds) { _, _ in }
    }

    /// Seeks to a time while playback is paused, and returns the times of the next pictures. Without `decodes`, only those
    /// that need no packet.
    func pausedSeek(_ seconds: Double, pictures: Int = 3, decodes: Bool = true) throws -> [Double] {
      let (queues, times) = (order(at: seconds, isPaused: true), Shared<[Double]>([]))
      let reader = try NamedThread("pictures") {
        while times.value.count < pictures, let picture = queues.pictures.pop() {
          times.update { $0.append(picture.pts.seconds) }
        }
        queues.close()
      }
      try begin(queues)
      while decodes, !queues.isClosed {
        switch try demuxer.read() {
        case .video(let packet): try decoder.feed(packet)
        case .ended:
          _ = try decoder.finish()
          queues.pictures.close()
          reader.join()
          return times.value
        default: continue
        }
      }
      queues.pictures.close()
      reader.join()
      frames.append(queues.counts.value.frames)
      return times.value
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
          return Array((times + rest.value).prefix(pictures))
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

  @Test(
    "While playback is paused, steps back show kept pictures and decode nothing", arguments: codecs)
  func steps(name: String, codec: [String]) throws {
    let path = try film(name, codec)
    let runs = try Runs(path, scene)
    #expect(try runs.pausedSeek(7) == Runs(path, scene).seek(7))
    for step in 1...12 {
      let place = 7 - Double(step) * 0.04 - 0.002
      let shown = try runs.pausedSeek(place, decodes: false)
      let expected = try Runs(path, scene).seek(place)
      #expect(shown == expected, "\(place)")
    }
    #expect(runs.frames.dropFirst().allSatisfy { $0 == 0 }, "\(runs.frames)")
  }

  @Test(
    "While playback is paused, seeks show the same pictures as from the key frame",
    arguments: codecs)
  func paused(name: String, codec: [String]) throws {
    let path = try film(name, codec)
    let runs = try Runs(path, scene)
    // Into kept pictures, ahead, over the edge of a group in both directions, far back, to the film's end and back from it.
    for place in [
      1, 0.9, 0.86, 1.2, 1.16, 3.9, 4.1, 4.06, 3.98, 3.9, 3.6, 2, 2.3, 0, 7.9, 7.82, 7.96, 7.6,
    ] {
      let shown = try runs.pausedSeek(place, pictures: 9)
      let expected = try Runs(path, scene).seek(place, pictures: 9)
      #expect(shown == expected, "\(place)")
    }
  }

  @Test(
    "A step back before a key frame shows one kept picture, and the others once they are decoded again"
  )
  func edge() throws {
    let path = try film("b.mp4", ["-c:v", "libx264", "-bf", "2"])
    let runs = try Runs(path, scene)
    // The decoder is in the next group by then.
    _ = try runs.pausedSeek(3.9, pictures: 9)
    #expect(try runs.pausedSeek(3.838, decodes: false) == [3.8])
    #expect(try runs.pausedSeek(3.798) == Runs(path, scene).seek(3.798))
  }
}

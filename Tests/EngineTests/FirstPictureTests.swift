import Testing
import VitrineLinux
import VitrineMedia
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming
import VitrineVideoDecoders

@testable import VitrineEngine
@testable import VitrineScanout

/// A start shows its key frame before the decoder has the packets after it.
@Suite("The first picture of a run", .timeLimit(.minutes(2)))
struct FirstPictureTests {
  private let scene: PipelineScene

  init() throws { scene = try PipelineScene() }

  /// How many packets were decoded when each picture was queued, and when the run could start; and the time of each
  /// picture.
  private func decode(
    _ path: String, isAwaited: Bool, from start: MediaTime? = nil, to end: MediaTime? = nil
  ) throws -> (packets: [Int], times: [MediaTime], counted: Int, ready: Int?) {
    var demuxer = try Demuxer(path: path, interrupter: Demuxer.Interrupter())
    let video = demuxer.video
    let track = try #require(video)
    let queues = RunQueues(
      Run(0),
      RunQueues.Bounds(start: start, isExact: true, end: end, imageDuration: MediaTime(10, 1))
    ) { _, _ in }
    if isAwaited { queues.setAwaited() }
    // A decoder with two threads holds one packet more.
    var chain = DecoderChain(
      track, VideoDecoder(try Decoder(of: track, threads: 2)), on: nil,
      into: PictureWriter(PicturePools(scene.shared), track, queues),
      VideoLoad(track, clock: { [clock = scene.clock] in clock.value }, isSourceLate: { false }))
    var (packets, times, sent): ([Int], [MediaTime], Int) = ([], [], 0)
    var ready: Int?
    func collect() {
      while let picture = queues.pictures.tryPop() {
        packets.append(sent)
        times.append(picture.pts)
      }
    }
    reading: while true {
      switch try demuxer.read() {
      case .ended: break reading
      case .video(let packet):
        sent += 1
        if chain.admit(packet) { try chain.decode(packet) }
        collect()
        if ready == nil, queues.firstPicture != nil { ready = sent }
      default: continue
      }
    }
    // It may hold more pictures than the queue has room for.
    let rest = Shared<[MediaTime]>([])
    let reader = try NamedThread("pictures") {
      while let picture = queues.pictures.pop() { rest.update { $0.append(picture.pts) } }
    }
    try chain.decode(nil)
    _ = try chain.finish()
    queues.pictures.close()
    reader.join()
    return (packets, times + rest.value, queues.counts.value.frames, ready)
  }

  private func film() throws -> String {
    try scene.make(
      "film.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=1", "-c:v", "libx264", "-bf", "2", "-g",
        "10",
        "-pix_fmt", "yuv420p",
      ])
  }

  @Test("An awaited run shows its key frame after two packets; other runs after more")
  func first() throws {
    let path = try film()
    let (awaited, later) = (
      try decode(path, isAwaited: true), try decode(path, isAwaited: false)
    )
    #expect(awaited.packets.first == 2)
    #expect(try #require(later.packets.first) > 2)
    #expect(awaited.times == later.times && awaited.times.count == 25)
    #expect(Set(awaited.times).count == 25)
    #expect(awaited.counted == 25 && later.counted == 25)
  }

  @Test("A run that starts after its key frame shows only the exact picture")
  func later() throws {
    let start = MediaTime(6, 25)
    let run = try decode(try film(), isAwaited: true, from: start)
    #expect(run.times.first == start && run.times.count == 19)
    #expect(run.counted == 25)
  }

  @Test(
    "A run of one picture can start before the packets after its end are read, and decodes few of them"
  )
  func short() throws {
    let run = try decode(try film(), isAwaited: true, to: MediaTime(1, 100))
    #expect(run.times.count == 1)
    #expect(try #require(run.ready) <= 6)
    #expect(run.counted <= 10)
  }

  @Test("Sound that begins before the video does not delay the key frame")
  func sound() throws {
    let path = try scene.make(
      "sound.ts",
      [
        "-f", "lavfi", "-i", "sine=f=440:r=48000:d=2", "-itsoffset", "0.5", "-f", "lavfi", "-i",
        "testsrc2=s=128x96:r=25:d=1", "-c:v", "libx264", "-bf", "2", "-pix_fmt", "yuv420p", "-c:a",
        "mp2",
      ])
    let run = try decode(path, isAwaited: true)
    #expect(run.packets.first == 2 && run.times.count == 25)
  }

  @Test("Pictures before the first key frame are shown")
  func leading() throws {
    let whole = try scene.make(
      "whole.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=2", "-c:v", "libx265", "-x265-params",
        "log-level=none:open-gop=0:radl=2:keyint=10:min-keyint=10:bframes=3:b-adapt=0", "-pix_fmt",
        "yuv420p",
      ])
    let cut = try scene.make("cut.mkv", ["-ss", "0.9", "-i", whole, "-c", "copy", "-copyts"])
    let (awaited, later) = (
      try decode(cut, isAwaited: true), try decode(cut, isAwaited: false)
    )
    #expect(awaited.times == later.times)
    #expect(try #require(later.packets.first) > 1)
  }

  @Test("A preview decodes one frame")
  func preview() throws {
    let pipeline = scene.open(Item(path: try film()))
    try #require(scene.hears("ready"))
    pipeline.seek(Run(1), .init(to: MediaTime(1, 2), .preview), choices: TrackChoices())
    #expect(scene.hears("ready", of: Run(1)))
    #expect(scene.takeAll(pipeline.queues).pictures.count == 1)
    #expect(pipeline.queues.counts.value.frames == 1)
  }

  @Test("A preview reads no further than its packets have room")
  func reading() throws {
    let path = try scene.make(
      "large.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=s=640x480:r=25:d=8", "-c:v", "rawvideo", "-pix_fmt",
        "yuv420p",
      ])
    let pipeline = scene.open(Item(path: path))
    try #require(scene.hears("ready"))
    pipeline.seek(Run(1), .init(to: MediaTime(0, 1), .preview), choices: TrackChoices())
    #expect(scene.takeAll(pipeline.queues).pictures.count == 1)
    #expect(try #require(pipeline.queues.readTo.value) < MediaTime(6, 1))
  }

  @Test("Interlaced frames are left to the deinterlacer")
  func interlaced() throws {
    let path = try scene.make(
      "fields.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=128x96:r=50:d=1,interlace", "-c:v", "libx264", "-flags",
        "+ilme+ildct", "-bf", "2", "-pix_fmt", "yuv420p",
      ])
    let (awaited, later) = (
      try decode(path, isAwaited: true), try decode(path, isAwaited: false)
    )
    #expect(awaited.times == later.times && awaited.times.count > 20)
    #expect(awaited.packets == later.packets)
  }
}

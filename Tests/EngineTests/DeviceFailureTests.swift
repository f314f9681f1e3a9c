import Foundation
import Testing
import VitrineFakes
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming
import VitrineVideoDecoders
import VitrineVideoDevices

@testable import VitrineEngine
@testable import VitrineScanout

/// A hardware decoder that fails, before the first frame or later: the CPU takes over, and no
/// frame is lost or repeated.
@Suite("Failing decoder devices", .timeLimit(.minutes(3)))
struct DeviceFailureTests {
  private static let count = 100
  private static let rate = 25.0
  private static let size = PixelSize(128, 96)

  private func film(_ scene: PipelineScene) throws -> Item {
    Item(
      path: try scene.make(
        "film.mp4",
        [
          "-f", "lavfi", "-i", "testsrc2=s=128x96:r=25", "-frames:v", "\(Self.count)", "-c:v",
          "libx264", "-preset", "veryfast", "-bf", "0", "-g", "20", "-pix_fmt", "yuv420p",
        ]))
  }

  /// A faulty device with H.264.
  private func decoders(_ faults: Set<FakeDecoder.Fault>, times: Shared<Int>) -> Decoders {
    let info = DecoderInfo(
      path: "/dev/video9", driver: "fake", codecs: [.h264], isMultiplanar: false)
    return Decoders(.automatic, find: { [.kernel(info)] }) { _ in
      times.update { $0 += 1 }
      let decoder = FakeDecoder()
      (decoder.faults, decoder.sizes) = (faults, [0: Self.size])
      return decoder
    }
  }

  /// The times of all frames, and how many a device made.
  private func play(
    _ scene: PipelineScene, _ item: Item, _ decoders: Decoders
  ) throws -> (numbers: [Int], fromDevice: Int) {
    let pipeline = scene.open(item, decoders: decoders)
    defer { pipeline.close() }
    var (numbers, fromDevice) = ([Int](), 0)
    while let picture = pipeline.queues.pictures.pop(until: .now() + .seconds(20)) {
      let time = (picture.pts - pipeline.origin).seconds
      numbers.append(Int((time * Self.rate).rounded()))
      if picture.buffer.bytes.isEmpty { fromDevice += 1 }
    }
    return (numbers, fromDevice)
  }

  @Test("A healthy device decodes every frame")
  func whole() throws {
    let scene = try PipelineScene()
    let seen = try play(scene, try film(scene), decoders([], times: Shared(0)))
    #expect(seen.numbers == Array(0..<Self.count))
    #expect(seen.fromDevice == Self.count, "\(scene.reports.value.map(\.name))")
    #expect(scene.hears("decoder fake (/dev/video9)"))
  }

  @Test(
    "The CPU takes over, and the failure is reported once",
    arguments: [
      (.brokenBehind(0), 0), (.brokenBehind(1), 1), (.brokenBehind(13), 13),
      (.brokenBehind(20), 20),
      (.brokenBehind(39), 39), (.swallowing(0), 0), (.swallowing(17), 17), (.swallowing(45), 45),
      (.damagedBehind(30), 30), (.stopping, 1), (.busy, 0), (.noLayout, 0), (.smallMemory, 0),
      (.memory(2), 0),
    ] as [(FakeDecoder.Fault, Int)])
  func faults(fault: FakeDecoder.Fault, before: Int) throws {
    let scene = try PipelineScene()
    let seen = try play(scene, try film(scene), decoders([fault], times: Shared(0)))
    #expect(seen.numbers == Array(0..<Self.count))
    #expect(seen.fromDevice == before)
    let told = scene.reports.value.filter { $0.name.hasPrefix("left device") }
    #expect(told.count == (fault == .busy ? 0 : 1), "\(told)")
  }

  @Test(
    "A busy device takes over at a key frame once it is free, without losing a frame",
    arguments: [["libx264", "-bf", "0"], ["mpeg2video", "-bf", "2"]])
  func comesBack(encoder: [String]) throws {
    let scene = try PipelineScene()
    let count = 300
    // In MPEG-2, frames shown before a key frame may be decoded after it.
    let item = Item(
      path: try scene.make(
        "long.mkv",
        [
          "-f", "lavfi", "-i", "testsrc2=s=128x96:r=25", "-frames:v", "\(count)", "-g", "20",
          "-pix_fmt", "yuv420p", "-c:v",
        ] + encoder))
    let times = Shared(0)
    let info = DecoderInfo(
      path: "/dev/video9", driver: "fake", codecs: [.h264, .mpeg2], isMultiplanar: false)
    let decoders = Decoders(.automatic, find: { [.kernel(info)] }) { _ in
      let decoder = FakeDecoder()
      decoder.sizes = [0: Self.size]
      // Each of the first two has another session.
      if times.update({
        $0 += 1; return $0
      }) < 3 {
        decoder.faults = [.busy]
      }
      return decoder
    }
    let seen = try play(scene, item, decoders)
    #expect(seen.numbers.sorted() == Array(0..<count))
    // The second is tried 2 s after the first key frame, and the third 4 s after the one behind
    // that.
    #expect(
      times.value == 3 && (80..<150).contains(seen.fromDevice), "\(times.value) \(seen.fromDevice)")
    #expect(!scene.reports.value.contains { $0.name.hasPrefix("left device") })
  }

  @Test("A device in which two items hung is not used for the next one")
  func hangs() throws {
    let times = Shared(0)
    let decoders = decoders([], times: times)
    func hang(after seconds: Int64) throws -> RecoveryLadder.Step? {
      let scene = try PipelineScene()
      let pipeline = scene.open(try film(scene), decoders: decoders)
      defer { pipeline.close() }
      _ = try #require(pipeline.queues.pictures.pop(until: .now() + .seconds(20)))
      return pipeline.recordHang(
        because: "no frame", now: HostTime(nanoseconds: seconds * 1_000_000_000))
    }
    #expect(try hang(after: 0) == .reopenDecoder)
    // Not in a row.
    #expect(try hang(after: 4000) == .reopenDecoder)
    #expect(try hang(after: 4060) == .softwareDecoder)
    #expect(try hang(after: 4120) == nil)
    #expect(times.value == 3)
  }

  @Test("A failed device is not retried for that kind of stream; a busy one is")
  func memory() throws {
    // Four seconds of film, in the middle of which a busy device is retried.
    for (fault, opened) in [(FakeDecoder.Fault.noLayout, 1), (.busy, 4)] {
      let times = Shared(0)
      let decoders = decoders([fault], times: times)
      for _ in 0..<2 {
        let scene = try PipelineScene()
        _ = try play(scene, try film(scene), decoders)
      }
      #expect(times.value == opened)
    }
  }
}

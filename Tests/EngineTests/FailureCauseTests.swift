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

/// A run that fails names the first cause, and no other.
@Suite("What a failed run says", .timeLimit(.minutes(1)))
struct FailureCauseTests {
  /// Sound in a codec that FFmpeg does not know by its name.
  private func strangeSound(_ scene: PipelineScene) throws -> String {
    let path = try scene.make(
      "strange.mov", ["-f", "lavfi", "-i", "sine=d=1", "-c:a", "pcm_s16le"])
    var bytes = try Data(contentsOf: URL(filePath: path))
    let table = try #require(bytes.range(of: Data("stsd".utf8), options: .backwards))
    let tag = try #require(
      bytes.range(of: Data("sowt".utf8), in: table.upperBound..<bytes.endIndex))
    bytes.replaceSubrange(tag, with: Data("Xyz1".utf8))
    try bytes.write(to: URL(filePath: path))
    return path
  }

  private func failures(_ scene: PipelineScene, _ item: Item) -> [String] {
    let pipeline = scene.open(item)
    #expect(scene.hears("failed"))
    _ = scene.takeAll(pipeline.queues)
    return scene.reports.value.map(\.name).filter { $0.hasPrefix("failed") }
  }

  @Test("sound alone in an unknown codec is not called damaged")
  func sound() throws {
    let scene = try PipelineScene()
    #expect(
      failures(scene, Item(path: try strangeSound(scene))) == [
        "failed: the audio is in unknown codec 'Xyz1', which this FFmpeg cannot decode"
      ])
  }

  @Test("sound that ends before the place to begin at is not called damaged")
  func start() throws {
    let scene = try PipelineScene()
    var item = Item(
      path: try scene.make("short.wav", ["-f", "lavfi", "-i", "sine=d=1", "-c:a", "pcm_s16le"]))
    item.start = MediaTime(60, 1)
    #expect(
      failures(scene, item) == [
        "failed: nothing could be decoded from 01:00 on: the file ends before that, or is damaged"
      ])
  }

  @Test("a device that failed is told with the one that decodes in its place")
  func devices() throws {
    let scene = try PipelineScene()
    let path = try scene.make(
      "film.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=1", "-c:v", "libx264", "-bf", "0",
        "-pix_fmt",
        "yuv420p",
      ])
    let infos = ["first", "second"].map {
      DecoderInfo(path: "/dev/\($0)", driver: $0, codecs: [.h264], isMultiplanar: false)
    }
    let decoders = Decoders(.automatic, find: { infos.map(MachineDecoder.kernel) }) {
      info throws(VideoDeviceError) in
      if info == infos[0] { throw .noDecoder(path: info.path) }
      let decoder = FakeDecoder()
      decoder.sizes = [0: PixelSize(128, 96)]
      return decoder
    }
    let pipeline = scene.open(Item(path: path), decoders: decoders)
    _ = scene.takeAll(pipeline.queues)
    let told = scene.reports.value.map(\.name).filter { $0.hasPrefix("left device") }
    #expect(
      told.count == 1
        && told.first?.hasPrefix("left device: decoded by second: /dev/first") == true,
      "\(told)")
  }
}

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

/// The report of a failed device names its replacement.
@Suite("Replacement of a failed device", .timeLimit(.minutes(1)))
struct DeviceReplacementTests {
  @Test("A failed device is reported with the decoder that replaces it")
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
    let decoders = Decoders(.automatic, find: { infos.map(HardwareDecoder.kernel) }) {
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

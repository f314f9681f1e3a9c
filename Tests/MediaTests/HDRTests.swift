import Foundation
import Testing
import VitrineFakes
import VitrineMedia
import VitrinePictures

@Suite("HDR metadata of streams", .serialized)
struct HDRTests {
  private static let mastered: HDRMetadata = {
    var metadata = HDRMetadata(.pq)
    metadata.red = .init(x: 34_000, y: 16_000)
    metadata.green = .init(x: 13_250, y: 34_500)
    metadata.blue = .init(x: 7_500, y: 3_000)
    metadata.white = .init(x: 15_635, y: 16_450)
    (metadata.maxLuminance, metadata.minLuminance) = (1000, 50)
    (metadata.maxContentLight, metadata.maxFrameAverageLight) = (997, 180)
    return metadata
  }()

  private func descriptions(of path: String) throws -> (track: HDRMetadata?, frames: [HDRMetadata?])
  {
    var demuxer = try Demuxer(path: path, interrupter: .init())
    let found = demuxer.video
    let track = try #require(found)
    var decoder = try Decoder(of: track)
    var frames: [HDRMetadata?] = []
    func drain() throws {
      while case .frame(let frame) = try decoder.receive() {
        frames.append(frame.description.hdr)
      }
    }
    while case .video(let packet) = try demuxer.read() {
      while try !decoder.send(packet) { try drain() }
      try drain()
    }
    _ = try decoder.send(nil)
    try drain()
    return (track.picture?.hdr, frames)
  }

  @Test("HDR10's mastering display and light levels are exact in every frame")
  func mastered() throws {
    let path = try Made.clip(
      "hdr10.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x64:r=5:d=1", "-pix_fmt", "yuv420p10le", "-c:v",
        "libx265", "-x265-params",
        "log-level=0:colorprim=9:transfer=16:colormatrix=9:hdr10=1:max-cll=997,180:"
          + "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)"
          + "L(10000000,50)",
      ])
    let found = try descriptions(of: path)
    #expect(found.frames.count == 5)
    #expect(found.frames.allSatisfy { $0 == Self.mastered }, "\(found.frames)")
  }

  @Test(
    "A transfer function alone can mean HDR, and other transfer functions do not",
    arguments: [
      ("smpte2084", HDRMetadata(.pq)), ("arib-std-b67", HDRMetadata(.hlg)), ("bt709", nil),
    ])
  func plain(transfer: String, expected: HDRMetadata?) throws {
    let path = try Made.clip(
      "transfer-\(transfer).mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x64:r=5:d=0.4", "-vf", "setparams=color_trc=\(transfer)",
        "-pix_fmt", "yuv420p10le", "-color_trc", transfer, "-c:v", "ffv1",
      ])
    let found = try descriptions(of: path)
    #expect(found.track == expected)
    #expect(found.frames.allSatisfy { $0 == expected })
  }

  @Test("Frames of one clip compare equal, wherever the file stores the metadata")
  func agreement() {
    func described(_ hdr: HDRMetadata?) -> PictureDescription {
      var description = PictureDescription(
        format: .p010, depth: 10, chroma: .c420, size: PixelSize(8, 8),
        color: ColorDescription(matrix: .bt2020, range: .limited))
      description.hdr = hdr
      return description
    }
    var other = Self.mastered
    other.maxContentLight = 500
    // The container states it; frames state nothing or something else.
    var resolver = HDRMetadataResolver(Self.mastered)
    for hdr in [HDRMetadata(.pq), Self.mastered, other] {
      #expect(resolver.resolve(described(hdr)).hdr == Self.mastered)
    }
    // The first frame that states more is trusted from then on.
    resolver = HDRMetadataResolver()
    let settled = [HDRMetadata(.pq), other, HDRMetadata(.pq), Self.mastered].map {
      resolver.resolve(described($0)).hdr
    }
    #expect(settled == [HDRMetadata(.pq), other, other, other])
    // SDR stays SDR, and another transfer function is another picture.
    #expect(resolver.resolve(described(nil)).hdr == nil)
    #expect(resolver.resolve(described(HDRMetadata(.hlg))).hdr == HDRMetadata(.hlg))
  }

  @Test("Impossible light levels are ignored")
  func peaks() {
    var metadata = HDRMetadata(.pq)
    #expect(metadata.peak == 1000)
    metadata.maxLuminance = 4000
    #expect(metadata.peak == 4000)
    metadata.maxContentLight = 1
    #expect(metadata.peak == 4000)
    metadata.maxContentLight = 600
    #expect(metadata.peak == 600)
  }
}

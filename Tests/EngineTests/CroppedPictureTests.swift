import Foundation
import Testing
import VitrineFakes
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

/// Pictures that start within their decoder's memory, which a display may read directly.
@Suite("Cropped pictures", .timeLimit(.minutes(1)))
struct CroppedPictureTests {
  /// Red where the bit stream crops, blue in the picture.
  private func clip(_ crop: String) throws -> String {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "vitrine-cropped-\(UUID().uuidString).mp4"
    ).path
    return try GeneratedMedia.write(
      path,
      [
        "-f", "lavfi", "-i",
        "color=red:s=160x128:r=10:d=1,drawbox=x=64:y=32:w=96:h=96:c=blue:t=fill", "-c:v", "libx264",
        "-pix_fmt", "yuv420p", "-bsf:v", "h264_metadata=\(crop)",
      ])
  }

  @Test(
    "A crop at the left or the top is a crop on screen",
    arguments: ["crop_left=64:crop_top=32", "crop_left=64", "crop_top=32", "crop_right=64"])
  func crop(crop: String) throws {
    let path = try clip(crop)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let item = Item(path: path)
    // The picture's size: then the decoder writes what is shown.
    let (width, height) = (
      crop.contains("left") || crop.contains("right") ? 96 : 160, crop.contains("top") ? 96 : 128
    )
    let display = ChangingDisplay(size: PixelSize(width, height))
    let told = Shared<[String]>([])
    let shared = SharedDisplay(DirectHost(display), fit: .contain, rotation: .none)
    let clock = PlaybackClock(
      steady: SteadyClock(rate: 48000, position: 0, at: .now()),
      timeline: SoundTimeline(rate: 48000))
    let pipeline = Pipeline(
      item, Run(0), choices: TrackChoices(),
      display: ItemDisplay(display: shared, own: item.arrangement), clock: { clock },
      report: { report, _ in
        if case .decoding(let way) = report { told.update { $0.append(way) } }
      })
    defer {
      pipeline.close()
      pipeline.awaitThreads(until: .now() + .seconds(10))
      shared.forgetPools()
    }
    let picture = try #require(pipeline.queues.pictures.pop(until: .now() + .seconds(20)))
    #expect(told.value.first == "direct")
    let screen = try Composition.compose(Layers(picture), size: display.size)
    let place = picture.plan.plane.destination
    let isRed = { (x: Int, y: Int) -> Bool in
      let offset = y * screen.layout.planes[0].pitch + x * 4
      let pixel = unsafe screen.bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      return pixel >> 16 & 255 > 128
    }
    // Well within the corners: chroma is soft at its edges.
    #expect(isRed(place.x + 6, place.bottom - 6) == !crop.contains("left"), "left")
    #expect(isRed(place.right - 6, place.y + 6) == !crop.contains("top"), "top")
    #expect(isRed(place.x + 6, place.y + 6) == !(crop.contains("left") && crop.contains("top")))
  }
}

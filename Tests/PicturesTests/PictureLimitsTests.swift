import Testing
import VitrinePictures

struct PictureLimitsTests {
  @Test(
    "The picture size is limited by the available memory",
    arguments: [
      // MiB, then for each size whether a clip and an image of it are shown.
      (256, PixelSize(1920, 1080), true, true), (256, PixelSize(3840, 2160), false, true),
      (512, PixelSize(4096, 2160), true, true), (512, PixelSize(7680, 4320), false, true),
      (512, PixelSize(16_000, 16_000), false, false), (2048, PixelSize(7680, 4320), true, true),
      (1024, PixelSize(8192, 8192), false, true), (65_536, PixelSize(16_384, 16_384), true, true),
      // Full HD is always shown, and sizes beyond any display never.
      (16, PixelSize(1920, 1080), true, true), (1 << 20, PixelSize(30_000, 30_000), false, false),
    ])
  func sizes(megabytes: Int, size: PixelSize, clip: Bool, picture: Bool) {
    let limits = PictureLimits(memory: megabytes << 20)
    #expect((size.width * size.height <= limits.film) == clip)
    #expect((size.width * size.height <= limits.still) == picture)
  }

  @Test("Fonts may use a sixteenth of the memory, within limits")
  func fonts() {
    #expect(PictureLimits(memory: 512 << 20).fonts == 32 << 20)
    #expect(PictureLimits(memory: 1 << 20).fonts == 8 << 20)
    #expect(PictureLimits(memory: 1 << 40).fonts == 128 << 20)
  }
}

import Testing
import VitrinePictures

/// The length of rows.
@Suite struct PitchTests {
  @Test(
    "A multiple is not rounded up",
    arguments: [(0, 64, 0), (1, 64, 64), (64, 64, 64), (65, 64, 128), (7, 1, 7), (7, 2, 8)])
  func multiples(_ number: Int, _ step: Int, _ expected: Int) {
    #expect(number.roundedUp(toMultipleOf: step) == expected)
  }

  @Test(
    "Rows of ordinary memory start at cache lines and are no longer than needed",
    arguments: [PixelFormat.xrgb8888, .nv12, .yuv420, .p010], [1, 31, 32, 33, 1919, 1920, 4096])
  func aligned(_ format: PixelFormat, _ width: Int) {
    let pitch = BufferLayout.alignedPitch(format: format, width: width)
    let least = BufferLayout.leastPitch(format: format, width: width)
    #expect(pitch % 128 == 0 && pitch >= least && pitch < least + 128)
  }
}

import Testing
import VitrineCanvas
import VitrinePictures
import VitrineScenes

@testable import VitrineEngine

struct LoadedPicturesTests {
  /// Records the reads.
  private final class Shelf {
    let loaded = LoadedPictures()
    private(set) var reads = 0

    /// Draws these images, all of this size, in one picture of the interface.
    func draw(_ names: Range<Int>, _ size: PixelSize) {
      loaded.beginPicture()
      for name in names {
        let picture = loaded.picture(PictureID("\(name)")) {
          reads += 1
          return unsafe [UInt32](repeating: 0, count: size.width * size.height)
            .withUnsafeBytes {
              unsafe PaintedPicture(copying: $0, size: size, pitch: size.width * 4)
            }
        }
        #expect(picture != nil)
      }
    }
  }

  @Test("A picture's images are read once, however large they are")
  func needed() {
    let shelf = Shelf()
    for _ in 0..<3 { shelf.draw(0..<6, PixelSize(2000, 2000)) }
    #expect(shelf.reads == 6)
  }

  @Test("Few large or many small unused images stay in memory")
  func forgotten() {
    let large = Shelf()
    for name in 0..<20 { large.draw(name..<name + 1, PixelSize(2000, 2000)) }
    large.draw(16..<20, PixelSize(2000, 2000))
    #expect(large.reads == 20)
    large.draw(0..<1, PixelSize(2000, 2000))
    #expect(large.reads == 21)
    let small = Shelf()
    for _ in 0..<3 { for name in 0..<64 { small.draw(name..<name + 1, PixelSize(16, 16)) } }
    #expect(small.reads == 64)
    small.draw(64..<65, PixelSize(16, 16))
    small.draw(0..<1, PixelSize(16, 16))
    #expect(small.reads == 66)
  }
}

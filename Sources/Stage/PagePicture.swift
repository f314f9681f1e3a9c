package import VitrinePictures
package import VitrineScenes

/// The latest picture of a page, in tiles. A tile without changes stays the same object, so that only the others are
/// drawn again.
package struct PagePicture: Hashable, Sendable {
  package struct Tile: Hashable, Sendable {
    package var frame: PixelRect
    package var pixels: PixelData

    package init(_ frame: PixelRect, _ pixels: PixelData) {
      (self.frame, self.pixels) = (frame, pixels)
    }
  }

  package var size: PixelSize
  package var tiles: [Tile]

  package init(_ size: PixelSize, _ tiles: [Tile]) { (self.size, self.tiles) = (size, tiles) }
}

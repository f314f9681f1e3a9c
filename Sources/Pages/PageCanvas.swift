package import VitrinePictures
internal import VitrineScenes
package import VitrineStage

/// Copies the changed tiles of a client's picture.
package struct PageCanvas: Sendable {
  /// Nil before the first picture.
  package private(set) var picture: PagePicture?

  /// A screenful has a few dozen tiles, and a line of text changes few of them.
  static let side = 256

  package init() {}

  /// Copies the tiles that `damage` touches, and all of them if the size has changed. A larger picture is cropped to
  /// `limit`. Returns false, without a change, if the client's memory is too short.
  package mutating func update(
    from shared: SharedPicture, _ damage: [PixelRect], within limit: PixelSize
  ) -> Bool {
    let size = PixelSize(min(shared.size.width, limit.width), min(shared.size.height, limit.height))
    guard !size.isEmpty else { return false }
    let frames = Self.frames(of: size)
    let old = picture?.size == size ? picture?.tiles : nil
    var tiles: [PagePicture.Tile] = []
    for (index, frame) in frames.enumerated() {
      let isDamaged = damage.contains { $0.intersection(frame) != nil }
      if let known = old?[index], !isDamaged, known.pixels.isOpaque == shared.isOpaque {
        tiles.append(known)
      } else {
        guard let pixels = Self.pixels(of: frame, shared) else { return false }
        tiles.append(PagePicture.Tile(frame, pixels))
      }
    }
    picture = PagePicture(size, tiles)
    return true
  }

  private static func frames(of size: PixelSize) -> [PixelRect] {
    stride(from: 0, to: size.height, by: side).flatMap { y in
      stride(from: 0, to: size.width, by: side).map { x in
        PixelRect(
          x: x, y: y, width: min(side, size.width - x), height: min(side, size.height - y))
      }
    }
  }

  private static func pixels(of frame: PixelRect, _ shared: SharedPicture) -> PixelData? {
    var isWhole = true
    // bound: `SharedPicture` has checked the offset of each row
    let pixels = unsafe [UInt32](unsafeUninitializedCapacity: frame.width * frame.height) {
      buffer, filled in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      let length = frame.width * 4
      for row in 0..<frame.height {
        let part = unsafe UnsafeMutableRawBufferPointer(
          rebasing: bytes[row * length..<(row + 1) * length])
        let place = shared.offset + (frame.y + row) * shared.pitch + frame.x * 4
        guard isWhole, unsafe shared.memory.read(part, at: place) else {
          isWhole = false
          return filled = 0
        }
      }
      filled = frame.width * frame.height
    }
    return isWhole ? PixelData(frame.size, isOpaque: shared.isOpaque, pixels) : nil
  }
}

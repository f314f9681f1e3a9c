internal import VitrineCanvas
internal import VitrinePictures
internal import VitrineScenes

/// A cache of the pictures that the interface drew recently. Used by one thread.
///
/// It holds a screen of posters and their neighbours. It never evicts pictures that the current
/// drawing needs, whatever their size: otherwise each part of the drawing would read them again.
final class LoadedPictures {
  private struct Loaded {
    let picture: PaintedPicture
    /// The latest picture of the interface that used it.
    var used: Int
  }

  private var loaded: [PictureID: Loaded] = [:]
  private var pixels = 0
  private var number = 0

  private static let most = 64
  /// Two 4K screens, or 64 posters of 640 by 360: 66 MB.
  private static let mostPixels = 16_588_800

  /// Starts another picture of the interface.
  func beginPicture() { number += 1 }

  /// Returns nil if `read` does.
  func picture(_ id: PictureID, read: () -> PaintedPicture?) -> PaintedPicture? {
    if let known = loaded[id]?.picture {
      loaded[id]?.used = number
      return known
    }
    guard let picture = read() else { return nil }
    loaded[id] = Loaded(picture: picture, used: number)
    pixels += picture.pixels
    while loaded.count > Self.most || pixels > Self.mostPixels, let oldest { forget(oldest) }
    return picture
  }

  /// The least recently used picture that the current drawing has not needed.
  private var oldest: PictureID? {
    loaded.filter { $0.value.used < number }.min { $0.value.used < $1.value.used }?.key
  }

  private func forget(_ id: PictureID) {
    pixels -= loaded.removeValue(forKey: id)?.picture.pixels ?? 0
  }
}

extension PaintedPicture {
  fileprivate var pixels: Int { size.width * size.height }
}

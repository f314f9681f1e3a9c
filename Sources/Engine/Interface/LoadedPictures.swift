internal import VitrineCanvas
internal import VitrinePictures
internal import VitrineScenes

/// Pictures from files that the interface has drawn lately. Used by one thread.
///
/// A screen of posters and what lies around it stays in memory, and no more than is needed of large ones: what the
/// picture that is being made needs is never let go of, whatever it takes, or each of its parts would be read anew.
final class LoadedPictures {
  private struct Loaded {
    let picture: PaintedPicture
    /// In which picture of the interface it was drawn last.
    var used: Int
  }

  private var loaded: [PictureID: Loaded] = [:]
  private var pixels = 0
  private var number = 0

  private static let most = 64
  /// Two displays of 4K, 64 posters of 640 by 360: 66 MB.
  private static let mostPixels = 16_588_800

  /// Another picture of the interface is made from now on.
  func beginPicture() { number += 1 }

  /// Nil where `read` has none.
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

  /// Of those that the picture which is being made has not needed yet.
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

import VitrineFakes
import VitrinePictures

/// Kinds of pictures for which a route must be found.
enum PictureKind: String, CaseIterable, Sendable {
  case sd = "SD"
  case hd = "HD"
  case uhd = "4K"
  case deep = "10 bit"
  case full = "full range"
  case hdr = "HDR as SDR"
  case wide = "wide gamut"
  case still = "still RGB"
  case turned = "turned"
  case cover = "cover"
  case odd = "odd size"
  case small = "small"

  var picture: PictureDescription {
    switch self {
    case .sd: Self.video(720, 576, aspect: .init(across: 64, down: 45))
    case .hd, .turned: Self.video(1920, 1080)
    case .uhd: Self.video(3840, 2160)
    case .deep: .film(nil, matrix: .bt709)
    case .full: Self.video(1920, 1080, .full)
    case .hdr: .film()
    case .wide: .film(nil)
    case .still:
      PictureDescription(
        format: .xrgb8888, depth: 8, chroma: .rgb, size: PixelSize(1600, 1200),
        color: ColorDescription(matrix: .bt709, range: .full))
    case .cover: Self.video(1440, 1080)
    case .odd: Self.video(853, 479)
    case .small: Self.video(320, 180)
    }
  }

  var arrangement: Arrangement {
    switch self {
    case .turned: Arrangement(rotation: .clockwise)
    case .cover: Arrangement(fit: .cover)
    default: Arrangement()
    }
  }

  private static func video(
    _ width: Int, _ height: Int, _ range: ColorDescription.Range? = nil,
    aspect: PictureDescription.PixelAspect = .square
  ) -> PictureDescription {
    let size = PixelSize(width, height)
    return PictureDescription(
      format: .yuv420, depth: 8, chroma: .c420, size: size, pixelAspect: aspect,
      color: ColorDescription(matrix: nil, range: range, of: size))
  }
}

/// What a display must know of pictures before it can show them.
public struct PictureDescription: Hashable, Sendable {
  /// The kernel's name of the decoder's pixel layout; nil where it has none.
  public var format: PixelFormat?
  /// Bits per component and pixels per chroma sample, to choose the nearest scanout format.
  public var depth: Int
  public var chroma: Chroma
  public var size: PixelSize
  /// A pixel's width to its height.
  public var pixelAspect: PixelAspect
  public var color: ColorDescription
  /// Of HDR pictures; nil for SDR.
  public var hdr: HDRMetadata?
  /// How far it has to be turned clockwise to stand upright, as its file tells.
  public var rotation = Rotation.none

  public enum Chroma: Int, Hashable, Sendable, Comparable {
    case c420, c422, c444, rgb
    public static func < (a: Chroma, b: Chroma) -> Bool { a.rawValue < b.rawValue }
  }

  public struct PixelAspect: Hashable, Sendable {
    public let across: Int
    public let down: Int
    public static let square = PixelAspect(across: 1, down: 1)

    public init(across: Int, down: Int) {
      (self.across, self.down) = (across, down)
    }
  }

  public init(
    format: PixelFormat?, depth: Int, chroma: Chroma, size: PixelSize,
    pixelAspect: PixelAspect = .square, color: ColorDescription
  ) {
    self.format = format
    self.depth = depth
    self.chroma = chroma
    self.size = size
    self.pixelAspect = pixelAspect
    self.color = color
  }
}

extension PictureDescription {
  /// What the pass that maps HDR to SDR makes of these pictures: 8 bits of BT.709, written anew
  /// and never in the decoder's own memory. SDR pictures are what they are.
  public var inSDR: PictureDescription {
    guard hdr != nil else { return self }
    var mapped = self
    mapped.hdr = nil
    mapped.format = nil
    mapped.depth = 8
    mapped.color = ColorDescription(matrix: .bt709, range: .limited)
    return mapped
  }

  /// As it stands upright.
  public var uprightSize: PixelSize { rotation.upright(size) }
  public var uprightAspect: PixelAspect {
    rotation.isSideways
      ? PixelAspect(across: pixelAspect.down, down: pixelAspect.across) : pixelAspect
  }

  /// Scanout formats for these pictures, best first: the decoder's own, then those that
  /// keep its chroma and depth, then the nearest that lose some, RGB at last.
  public var scanoutPreference: [PixelFormat] {
    let rgb: [PixelFormat] = [.xrgb8888, .argb8888, .xbgr8888, .rgb565]
    guard chroma != .rgb else { return rgb }
    let by420: [PixelFormat] = [.nv12, .yuv420]
    let by422: [PixelFormat] = [.nv16, .yuv422, .yuyv, .uyvy]
    let by444: [PixelFormat] = [.nv24, .yuv444]
    let deep: [PixelFormat] = depth > 8 ? [.p010] : []
    let families: [PixelFormat]
    switch chroma {
    case .c420: families = deep + by420 + by422 + by444
    case .c422: families = by422 + by444 + deep + by420
    case .c444, .rgb: families = by444 + by422 + deep + by420
    }
    let own = format.map { [$0] } ?? []
    return own + families.filter { $0 != format } + rgb
  }
}

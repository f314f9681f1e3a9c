/// The properties of pictures that a display needs to show them.
package struct PictureDescription: Hashable, Sendable {
  /// The kernel's name of the decoder's pixel layout; nil if there is none.
  package var format: PixelFormat?
  /// Bits per component and chroma subsampling, to choose the nearest scanout format.
  package var depth: Int
  package var chroma: Chroma
  package var size: PixelSize
  /// The ratio of a pixel's width to its height.
  package var pixelAspect: PixelAspect
  package var color: ColorDescription
  /// For HDR pictures; nil for SDR.
  package var hdr: HDRMetadata?
  /// The clockwise rotation that makes it upright, from the file.
  package var rotation = Rotation.none

  package enum Chroma: Int, Hashable, Sendable, Comparable {
    case c420, c422, c444, rgb
    package static func < (a: Chroma, b: Chroma) -> Bool { a.rawValue < b.rawValue }
  }

  package struct PixelAspect: Hashable, Sendable {
    package let across: Int
    package let down: Int
    package static let square = PixelAspect(across: 1, down: 1)

    package init(across: Int, down: Int) {
      self.across = across
      self.down = down
    }
  }

  package init(
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
  /// The result of tone mapping HDR to SDR: 8 bits of BT.709, always written by the pass and never
  /// in the decoder's own memory. SDR pictures are unchanged.
  package var inSDR: PictureDescription {
    guard hdr != nil else { return self }
    var mapped = self
    mapped.hdr = nil
    mapped.format = nil
    mapped.depth = 8
    mapped.color = ColorDescription(matrix: .bt709, range: .limited)
    return mapped
  }

  /// The size after rotation.
  package var uprightSize: PixelSize { rotation.upright(size) }
  package var uprightAspect: PixelAspect {
    rotation.isSideways
      ? PixelAspect(across: pixelAspect.down, down: pixelAspect.across) : pixelAspect
  }

  /// The size of the upright picture in square pixels, with the pixel aspect applied to the width of
  /// the stored one; nil without a size.
  package var displaySize: PixelSize? { size.displayed(pixelAspect, rotation) }

  /// Scanout formats for these pictures, best first: the decoder's own, then those that keep its
  /// chroma and depth, then the nearest lossy ones, RGB last.
  package var scanoutPreference: [PixelFormat] {
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

extension PixelSize {
  /// Damaged files may claim any pixel aspect.
  private static let mostAcross = 1e6

  /// Returns the size in square pixels of an upright picture that is stored with this size, pixel
  /// aspect and rotation; nil for an empty one.
  package func displayed(
    _ aspect: PictureDescription.PixelAspect, _ rotation: Rotation
  ) -> PixelSize? {
    guard !isEmpty, aspect.across > 0, aspect.down > 0 else { return nil }
    let across = Double(width) * Double(aspect.across) / Double(aspect.down)
    return rotation.upright(
      PixelSize(max(1, Int(min(across, Self.mostAcross).rounded())), height))
  }
}

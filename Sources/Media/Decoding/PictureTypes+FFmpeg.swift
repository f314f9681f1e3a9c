import CVitrineFFmpeg
internal import VitrineLinux
package import VitrinePictures

/// FFmpeg's and the kernel's names of the same formats. The kernel names channels from the highest
/// bit down, FFmpeg from the first byte up.
private let sameMemory: [(ffmpeg: AVPixelFormat, kernel: PixelFormat)] = [
  (AV_PIX_FMT_YUV420P, .yuv420), (AV_PIX_FMT_YUVJ420P, .yuv420),
  (AV_PIX_FMT_YUV422P, .yuv422), (AV_PIX_FMT_YUVJ422P, .yuv422),
  (AV_PIX_FMT_YUV444P, .yuv444), (AV_PIX_FMT_YUVJ444P, .yuv444),
  (AV_PIX_FMT_NV12, .nv12), (AV_PIX_FMT_NV16, .nv16), (AV_PIX_FMT_NV24, .nv24),
  (AV_PIX_FMT_P010LE, .p010), (AV_PIX_FMT_YUYV422, .yuyv), (AV_PIX_FMT_UYVY422, .uyvy),
  (AV_PIX_FMT_BGR0, .xrgb8888), (AV_PIX_FMT_BGRA, .argb8888), (AV_PIX_FMT_RGB0, .xbgr8888),
  (AV_PIX_FMT_RGB565LE, .rgb565),
]

extension PixelFormat {
  /// Creates the kernel's format from FFmpeg's; nil if Vitrine does not use it.
  init?(ffmpeg format: CInt) {
    guard let pair = sameMemory.first(where: { $0.ffmpeg.rawValue == format }) else { return nil }
    self = pair.kernel
  }

  /// FFmpeg's name of the format.
  var ffmpeg: AVPixelFormat? { sameMemory.first { $0.kernel == self }?.ffmpeg }
}

extension PictureDescription {
  init(
    ffmpegFormat format: CInt, size: PixelSize, pixelAspect: PixelAspect, color: ColorDescription
  ) {
    let descriptor = unsafe av_pix_fmt_desc_get(AVPixelFormat(format))?.pointee
    let isRGB =
      unsafe (descriptor?.flags ?? 0) & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
    let chroma: Chroma =
      switch unsafe (isRGB, descriptor?.log2_chroma_w ?? 1, descriptor?.log2_chroma_h ?? 1) {
      case (true, _, _): .rgb
      case (_, 0, 0): .c444
      case (_, _, 0): .c422
      default: .c420
      }
    unsafe self.init(
      format: PixelFormat(ffmpeg: format), depth: Int(descriptor?.comp.0.depth ?? 8),
      chroma: chroma, size: size, pixelAspect: pixelAspect, color: color)
  }
}

extension ColorDescription.Matrix {
  init?(_ space: AVColorSpace) {
    switch space {
    case AVCOL_SPC_BT709: self = .bt709
    case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M, AVCOL_SPC_FCC: self = .bt601
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: self = .bt2020
    default: return nil
    }
  }

  /// swscale's identifier of the coefficients.
  var swscale: CInt {
    switch self {
    case .bt601: CInt(SWS_CS_ITU601)
    case .bt709: CInt(SWS_CS_ITU709)
    case .bt2020: CInt(SWS_CS_BT2020)
    }
  }
}

extension ColorDescription.Range {
  /// JPEG formats have full range, whatever the stream specifies.
  init?(_ range: AVColorRange, ffmpegFormat: CInt) {
    let jpeg = [AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P]
    if jpeg.contains(where: { $0.rawValue == ffmpegFormat }) {
      self = .full
      return
    }
    switch range {
    case AVCOL_RANGE_JPEG: self = .full
    case AVCOL_RANGE_MPEG: self = .limited
    default: return nil
    }
  }
}

extension HDRMetadata {
  /// Creates the metadata of a stream or frame from its transfer function, mastering display
  /// (`AVMasteringDisplayMetadata`) and light levels (`AVContentLightMetadata`). Returns nil for
  /// SDR.
  init?(
    transfer: AVColorTransferCharacteristic, mastering: AVMasteringDisplayMetadata?,
    light: AVContentLightMetadata?
  ) {
    switch transfer {
    case AVCOL_TRC_SMPTE2084: self.init(.pq)
    case AVCOL_TRC_ARIB_STD_B67: self.init(.hlg)
    default: return nil
    }
    if let mastering { read(mastering) }
    if let light {
      maxContentLight = UInt16(clamping: light.MaxCLL)
      maxFrameAverageLight = UInt16(clamping: light.MaxFALL)
    }
  }

  private mutating func read(_ mastering: AVMasteringDisplayMetadata) {
    if mastering.has_primaries != 0 {
      let primaries = mastering.display_primaries
      red = Chromaticity(primaries.0)
      green = Chromaticity(primaries.1)
      blue = Chromaticity(primaries.2)
      white = Chromaticity(mastering.white_point)
    }
    if mastering.has_luminance != 0 {
      maxLuminance = mastering.max_luminance.times(1)
      minLuminance = mastering.min_luminance.times(10_000)
    }
  }
}

extension HDRMetadata.Chromaticity {
  fileprivate init(_ place: (AVRational, AVRational)) {
    self.init(x: place.0.times(50_000), y: place.1.times(50_000))
  }
}

extension AVRational {
  /// Returns the fraction multiplied by `factor`, rounded; 0 for invalid or negative fractions.
  fileprivate func times(_ factor: Int64) -> UInt16 {
    guard num > 0, den > 0 else { return 0 }
    return UInt16(clamping: (Int64(num) * factor + Int64(den) / 2) / Int64(den))
  }
}

extension PictureLimits {
  /// The limits for the memory that this process may use now.
  package static var ofThisMachine: PictureLimits {
    PictureLimits(memory: MemoryLimit.ofThisProcess().bytes)
  }
}

import CVitrineFFmpeg
import VitrinePictures

/// A swscale context, set up again when the job or the format of the frames changes.
@safe struct Scaler: ~Copyable {
  private var context: OpaquePointer?
  private var setup: (job: PictureConverter.Job, format: CInt)?

  deinit { unsafe sws_freeContext(context) }

  /// Converts and scales a frame, without turning it.
  mutating func scale(
    _ frame: Frame, _ job: PictureConverter.Job, to destination: vitrine_planes
  ) throws(MediaError) {
    unsafe try prepare(job, format: frame.raw.pointee.format)
    let written = unsafe vitrine_scale(context, frame.raw, [destination])
    guard written > 0 else { throw .call("conversion", .init(rawValue: written)) }
  }

  private mutating func prepare(_ job: PictureConverter.Job, format: CInt) throws(MediaError) {
    if let setup, setup.job == job, setup.format == format { return }
    guard let target = job.layout.format.ffmpeg else { throw .call("conversion", .invalidData) }
    unsafe sws_freeContext(context)
    setup = nil
    unsafe context = unsafe sws_getContext(
      CInt(job.source.width), CInt(job.source.height), Self.withoutRange(format),
      CInt(job.destination.width), CInt(job.destination.height), target,
      Self.quality(job, format: format), nil, nil, nil)
    guard unsafe context != nil else { throw .call("conversion", .invalidData) }
    let isRGB = job.layout.format.isRGB
    let range: CInt = job.sourceColor.range == .full ? 1 : 0
    let coefficients = unsafe sws_getCoefficients(job.sourceColor.matrix.swscale)
    // YUV keeps its encoding, which the plane is configured for; RGB has full range.
    _ = unsafe sws_setColorspaceDetails(
      context, coefficients, range, coefficients, isRGB ? 1 : range, 0, 1 << 16, 1 << 16)
    setup = (job, format)
  }

  /// With SWS_BITEXACT every processor produces the results of the plain code; without it x86-64 is
  /// off by up to 3 of 255. SWS_FULL_CHR_H_INT makes swscale compute each pixel separately.
  private static func quality(_ job: PictureConverter.Job, format: CInt) -> CInt {
    let isScaled = job.source.size != job.destination.size
    let depth = unsafe av_pix_fmt_desc_get(AVPixelFormat(format))?.pointee.comp.0.depth ?? 8
    let target = job.layout.format
    return (isScaled ? SWS_BILINEAR : SWS_POINT) | SWS_ACCURATE_RND | SWS_BITEXACT
      | (job.isExact && depth > 8 && target.isRGB && target.depth == 8 ? SWS_FULL_CHR_H_INT : 0)
  }

  /// The range is passed separately; swscale's formats with a range in their names are deprecated.
  private static func withoutRange(_ format: CInt) -> AVPixelFormat {
    switch AVPixelFormat(format) {
    case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
    case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
    case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
    case AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P
    case let other: other
    }
  }
}

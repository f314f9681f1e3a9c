import CVitrineFFmpeg
public import VitrinePictures
public import VitrineTiming

/// One decoded picture or stretch of sound, in FFmpeg's memory or in memory that we lent it.
/// Handed from thread to thread; its pixels are only read.
@safe public final class Frame: @unchecked Sendable {
  // @unchecked: FFmpeg counts the references to the memory atomically; no thread writes to it.
  let raw: UnsafeMutablePointer<AVFrame>
  private let timebase: Timebase?
  /// What its track says of its pictures.
  let track: PictureDescription?

  /// The one of a device that this is another view of.
  let origin: Frame?

  init?(timebase: Timebase?, of track: PictureDescription? = nil, viewing origin: Frame? = nil) {
    guard let frame = unsafe av_frame_alloc() else { return nil }
    unsafe raw = unsafe frame
    (self.timebase, self.track, self.origin) = (timebase, track, origin)
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe raw
    unsafe av_frame_free(&frame)
  }

  /// One without anything in it, of the same track.
  func sibling() -> Frame? { Frame(timebase: timebase, of: track) }
  /// The same, for another view of this one, which it keeps.
  func view() -> Frame? { Frame(timebase: timebase, of: track, viewing: self) }

  /// The presentation timestamp; nil where the stream has none.
  public var pts: MediaTime? { unsafe mediaTime(raw.pointee.best_effort_timestamp) }

  /// How long it is shown; nil where the stream does not say.
  public var duration: MediaTime? {
    let value = unsafe vitrine_frame_duration(raw)
    return value > 0 ? timebase?.mediaTime(of: value) : nil
  }

  public var size: PixelSize { unsafe PixelSize(Int(raw.pointee.width), Int(raw.pointee.height)) }
  public var isInterlaced: Bool { unsafe vitrine_frame_is_interlaced(raw) != 0 }

  /// Where the first plane's first visible pixel is; tells which lent buffer it lies in.
  public var address: UnsafeRawPointer? {
    unsafe vitrine_frame_data(raw, 0).map { UnsafeRawPointer($0) }
  }

  /// What a display must know of this picture, completed from its track where it does not say.
  /// How far it is turned is the track's to say: what the bit stream says of that is seldom looked
  /// after by those who write the container.
  public var description: PictureDescription {
    let aspect =
      unsafe ContainerValues.pixelAspect(raw.pointee.sample_aspect_ratio)
      ?? track?.pixelAspect ?? .square
    var description = unsafe PictureDescription(
      ffmpegFormat: raw.pointee.format, size: size, pixelAspect: aspect,
      color: ColorDescription(
        matrix: .init(raw.pointee.colorspace),
        range: .init(raw.pointee.color_range, ffmpegFormat: raw.pointee.format), of: size))
    (description.hdr, description.rotation) = (hdr, rotation)
    return description
  }

  /// As the frame itself says. Not every frame of a clip does: see `HDRAgreement`.
  private var hdr: HDRMetadata? {
    unsafe HDRMetadata(
      transfer: raw.pointee.color_trc, mastering: vitrine_frame_mastering(raw)?.pointee,
      light: vitrine_frame_light(raw)?.pointee)
  }

  private var rotation: Rotation {
    if let track, track.rotation != .none { return track.rotation }
    return unsafe DisplayMatrix(of: raw)?.rotation ?? .none
  }

  private func mediaTime(_ timestamp: Int64) -> MediaTime? {
    guard timestamp != vitrine_no_pts else { return nil }
    return timebase?.mediaTime(of: timestamp)
  }
}

extension Frame {
  /// A frame over memory that the caller keeps for as long as the frame lives.
  /// Nil for layouts that FFmpeg has no name for.
  public convenience init?(
    showing bytes: UnsafeMutableRawBufferPointer, layout: BufferLayout, color: ColorDescription
  ) {
    guard let format = layout.format.ffmpeg, bytes.count >= layout.byteCount,
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
    else { return nil }
    self.init(timebase: nil)
    unsafe raw.pointee.format = format.rawValue
    unsafe raw.pointee.width = CInt(layout.size.width)
    unsafe raw.pointee.height = CInt(layout.size.height)
    unsafe raw.pointee.color_range = color.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    unsafe setPlanes(of: raw, to: layout, from: start)
  }
}

/// Points a frame's planes into one buffer.
func setPlanes(
  of frame: UnsafeMutablePointer<AVFrame>, to layout: BufferLayout,
  from start: UnsafeMutablePointer<UInt8>
) {
  unsafe withUnsafeMutableBytes(of: &frame.pointee.data) { data in
    let pointers = unsafe data.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)
    for (index, plane) in layout.planes.enumerated() {
      unsafe pointers[index] = unsafe start + plane.offset
    }
  }
  unsafe withUnsafeMutableBytes(of: &frame.pointee.linesize) { sizes in
    let pitches = unsafe sizes.bindMemory(to: CInt.self)
    for (index, plane) in layout.planes.enumerated() { unsafe pitches[index] = CInt(plane.pitch) }
  }
}

extension Frame {
  /// A frame of 32-bit XRGB pixels, in memory of its own, that `draw` fills: it gets the size,
  /// the bytes from row to row, and the memory. Nil without memory.
  public convenience init?(
    drawn size: PixelSize, color: ColorDescription,
    _ draw: (PixelSize, Int, UnsafeMutableRawBufferPointer) -> Void
  ) {
    self.init(timebase: nil)
    unsafe raw.pointee.format = AV_PIX_FMT_BGR0.rawValue
    unsafe raw.pointee.width = CInt(size.width)
    unsafe raw.pointee.height = CInt(size.height)
    unsafe raw.pointee.color_range = color.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    guard unsafe av_frame_get_buffer(raw, 0) >= 0, let start = unsafe vitrine_frame_data(raw, 0)
    else { return nil }
    let pitch = unsafe Int(vitrine_frame_pitch(raw, 0))
    unsafe draw(
      size, pitch, UnsafeMutableRawBufferPointer(start: start, count: pitch * size.height))
  }
}

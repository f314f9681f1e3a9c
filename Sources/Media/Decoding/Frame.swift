import CVitrineFFmpeg
package import VitrinePictures
package import VitrineTiming

/// A decoded picture or block of samples, in FFmpeg's memory or in memory that we lent to it. It
/// passes from thread to thread; its pixels are only read.
@safe package final class Frame: @unchecked Sendable {
  // @unchecked: FFmpeg counts the references to the memory atomically; no thread writes to it.
  let raw: UnsafeMutablePointer<AVFrame>
  private let timebase: Timebase?
  /// The track's description of its pictures.
  let track: PictureDescription?

  /// The device's frame that this one maps.
  let origin: Frame?

  init?(timebase: Timebase?, of track: PictureDescription? = nil, viewing origin: Frame? = nil) {
    guard let frame = unsafe av_frame_alloc() else { return nil }
    unsafe raw = unsafe frame
    self.timebase = timebase
    self.track = track
    self.origin = origin
  }

  deinit {
    var frame: UnsafeMutablePointer<AVFrame>? = unsafe raw
    unsafe av_frame_free(&frame)
  }

  /// Returns an empty frame of the same track.
  func sibling() -> Frame? { Frame(timebase: timebase, of: track) }
  /// Returns an empty frame for another view of this one, which retains it.
  func view() -> Frame? { Frame(timebase: timebase, of: track, viewing: self) }

  /// The presentation timestamp; nil if the stream has none.
  package var pts: MediaTime? { unsafe mediaTime(raw.pointee.best_effort_timestamp) }

  /// The duration; nil if the stream has none.
  package var duration: MediaTime? {
    let value = unsafe vitrine_frame_duration(raw)
    return value > 0 ? timebase?.mediaTime(of: value) : nil
  }

  package var size: PixelSize { unsafe PixelSize(Int(raw.pointee.width), Int(raw.pointee.height)) }
  package var isInterlaced: Bool { unsafe vitrine_frame_is_interlaced(raw) != 0 }

  /// The first visible pixel of the first plane; identifies the lent buffer.
  package var address: UnsafeRawPointer? {
    unsafe vitrine_frame_data(raw, 0).map { UnsafeRawPointer($0) }
  }

  /// The properties of the picture for the display, with the track's values for missing ones. The
  /// track decides on the rotation: authors of files rarely check the one in the bit stream.
  package var description: PictureDescription {
    var description = unsafe PictureDescription(
      ffmpegFormat: raw.pointee.format, size: size, pixelAspect: pixelAspect,
      color: ColorDescription(
        matrix: .init(raw.pointee.colorspace),
        range: .init(raw.pointee.color_range, ffmpegFormat: raw.pointee.format), of: size))
    (description.hdr, description.rotation) = (hdr, rotation)
    return description
  }

  /// The size of the upright picture in square pixels.
  package var displaySize: PixelSize? { size.displayed(pixelAspect, rotation) }

  private var pixelAspect: PictureDescription.PixelAspect {
    unsafe ContainerValues.pixelAspect(raw.pointee.sample_aspect_ratio)
      ?? track?.pixelAspect ?? .square
  }

  /// The frame's own metadata. Not every frame of a clip contains it: see `HDRMetadataResolver`.
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
  /// Creates a frame over memory that the caller keeps for as long as the frame exists. Returns nil
  /// for formats that FFmpeg does not support.
  package convenience init?(
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
  /// Creates a frame of 32-bit XRGB pixels in its own memory. `draw` gets the size, the pitch in
  /// bytes and the memory. Returns nil if memory is exhausted.
  package convenience init?(
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

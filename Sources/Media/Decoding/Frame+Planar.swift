import CVitrineFFmpeg
import VitrinePictures

extension Frame {
  /// Returns the visible samples plane by plane without gaps, whatever their layout is. Tests
  /// compare decoders with it, and the checksums of conformance suites cover it.
  ///
  /// Samples of more than eight bits are two bytes, little endian. Wraps
  /// `sws_scale`, which only moves samples here, and `av_image_copy_to_buffer`.
  package func planarBytes() throws(MediaError) -> [UInt8] {
    if let origin { return try origin.transferred().planarBytes() }
    let source = unsafe AVPixelFormat(raw.pointee.format)
    guard let target = Self.planar(source) else {
      throw .call("pixel format", .init(rawValue: vitrine_error_patch_welcome))
    }
    if target == source { return try copiedBytes() }
    guard let moved = sibling() else { throw .call("frame", .init(rawValue: vitrine_error_memory)) }
    unsafe moved.raw.pointee.format = target.rawValue
    unsafe (moved.raw.pointee.width, moved.raw.pointee.height) = unsafe (
      raw.pointee.width, raw.pointee.height
    )
    var result = unsafe av_frame_get_buffer(moved.raw, 0)
    if result >= 0 { result = move(into: moved, target) }
    guard result >= 0 else { throw .call("sws_scale", .init(rawValue: result)) }
    return try moved.copiedBytes()
  }

  /// Downloads a picture from a device. Wraps `av_hwframe_transfer_data`.
  private func transferred() throws(MediaError) -> Frame {
    guard let copy = sibling() else { throw .call("frame", .init(rawValue: vitrine_error_memory)) }
    let result = unsafe av_hwframe_transfer_data(copy.raw, raw, 0)
    guard result >= 0 else { throw .call("av_hwframe_transfer_data", .init(rawValue: result)) }
    unsafe (copy.raw.pointee.width, copy.raw.pointee.height) = unsafe (
      raw.pointee.width, raw.pointee.height
    )
    return copy
  }

  private func move(into moved: Frame, _ target: AVPixelFormat) -> CInt {
    let (width, height) = unsafe (raw.pointee.width, raw.pointee.height)
    let flags = CInt(SWS_POINT) | CInt(SWS_ACCURATE_RND)
    guard
      let context = unsafe sws_getContext(
        width, height, AVPixelFormat(raw.pointee.format), width, height, target, flags, nil, nil,
        nil)
    else { return vitrine_error_memory }
    defer { unsafe sws_freeContext(context) }
    var planes = vitrine_planes()
    unsafe withUnsafeMutableBytes(of: &planes.data) { data in
      let pointers = unsafe data.bindMemory(to: UnsafeMutablePointer<UInt8>?.self)
      for index in 0..<4 { unsafe pointers[index] = vitrine_frame_data(moved.raw, CInt(index)) }
    }
    unsafe withUnsafeMutableBytes(of: &planes.pitch) { pitches in
      let numbers = unsafe pitches.bindMemory(to: CInt.self)
      for index in 0..<4 { unsafe numbers[index] = vitrine_frame_pitch(moved.raw, CInt(index)) }
    }
    return unsafe vitrine_scale(context, raw, &planes)
  }

  private func copiedBytes() throws(MediaError) -> [UInt8] {
    let (format, width, height) = unsafe (
      AVPixelFormat(raw.pointee.format), raw.pointee.width, raw.pointee.height
    )
    let count = av_image_get_buffer_size(format, width, height, 1)
    guard count > 0 else { throw .call("av_image_get_buffer_size", .init(rawValue: count)) }
    return unsafe [UInt8](unsafeUninitializedCapacity: Int(count)) { room, filled in
      filled = unsafe Int(max(vitrine_copy_planes(raw, room.baseAddress, count), 0))
    }
  }

  /// Returns the planar format with the same samples; nil for formats without luma and chroma.
  private static func planar(_ format: AVPixelFormat) -> AVPixelFormat? {
    switch format {
    case AV_PIX_FMT_NV12, AV_PIX_FMT_YUVJ420P: return AV_PIX_FMT_YUV420P
    case AV_PIX_FMT_NV16, AV_PIX_FMT_YUVJ422P: return AV_PIX_FMT_YUV422P
    case AV_PIX_FMT_NV24, AV_PIX_FMT_YUVJ444P: return AV_PIX_FMT_YUV444P
    case AV_PIX_FMT_P010LE: return AV_PIX_FMT_YUV420P10LE
    default:
      guard let descriptor = unsafe av_pix_fmt_desc_get(format)?.pointee,
        unsafe descriptor.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_HWACCEL) == 0,
        unsafe descriptor.nb_components == 1
          || descriptor.flags & UInt64(AV_PIX_FMT_FLAG_PLANAR) != 0
      else { return nil }
      return format
    }
  }
}

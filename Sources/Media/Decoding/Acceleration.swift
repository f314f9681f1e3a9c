import CVitrineFFmpeg
import Glibc
internal import VitrineLinux

/// A hardware decoder that libavcodec can use, and whose pictures a display can show: VAAPI, and
/// those that a vendor's libavcodec adds. Detected at run time, so that one program works with all
/// of them.
package struct Acceleration: Hashable, Sendable {
  /// libavutil's name of the device type.
  package let kind: String
  package let path: String
  /// FFmpeg's names. A device may support fewer codecs, or only some profiles, which shows when it
  /// is tried.
  package let codecs: Set<String>

  package init(kind: String, path: String, codecs: Set<String>) {
    self.kind = kind
    self.path = path
    self.codecs = codecs
  }

  /// The types whose pictures can be exported as dma-bufs.
  private static let kinds = ["vaapi", "drm", "v4l2request"]

  /// Only video codecs: the CPU decodes a photograph faster than a device starts.
  private static let films: Set = ["av1", "h264", "hevc", "mpeg2video", "mpeg4", "vp8", "vp9"]

  /// Returns the combinations of this libavcodec and this machine's nodes. Opens none of them.
  package static func all() -> [Acceleration] {
    let nodes = directoryEntries("/dev/dri").filter { $0.hasPrefix("renderD") }.sorted()
    return kinds.flatMap { kind -> [Acceleration] in
      let codecs = codecs(of: kind)
      guard !codecs.isEmpty else { return [] }
      return nodes.map { Acceleration(kind: kind, path: "/dev/dri/\($0)", codecs: codecs) }
    }
  }

  /// Wraps `av_codec_iterate` and `avcodec_get_hw_config`.
  private static func codecs(of kind: String) -> Set<String> {
    let type = unsafe av_hwdevice_find_type_by_name(kind)
    guard type != AV_HWDEVICE_TYPE_NONE else { return [] }
    var codecs: Set<String> = []
    var place: UnsafeMutableRawPointer?
    while let codec = unsafe av_codec_iterate(&place) {
      guard unsafe av_codec_is_decoder(codec) != 0, unsafe format(of: codec, on: type) != nil,
        let name = unsafe avcodec_get_name(codec.pointee.id)
      else { continue }
      codecs.insert(unsafe String(cString: name))
    }
    return codecs.intersection(films)
  }

  /// Returns the pixel format that a decoder uses for pictures on a device of this type; nil if it
  /// does not support the type.
  static func format(
    of codec: UnsafePointer<AVCodec>, on type: AVHWDeviceType
  ) -> AVPixelFormat? {
    var index: CInt = 0
    while let config = unsafe avcodec_get_hw_config(codec, index) {
      let isBySetting =
        unsafe config.pointee.methods & CInt(AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX) != 0
      if isBySetting, unsafe config.pointee.device_type == type {
        return unsafe config.pointee.pix_fmt
      }
      index += 1
    }
    return nil
  }
}

/// An open device that libavcodec decodes with. Thread-safe; decoders retain what they need of it.
///
/// Wraps `av_hwdevice_ctx_create`.
@safe package final class AccelerationDevice: @unchecked Sendable {
  // @unchecked: libavutil counts the references atomically, and its devices may be used by several
  // decoders at a time.
  private let raw: UnsafeMutablePointer<AVBufferRef>
  private let type: AVHWDeviceType

  /// Throws `noAcceleration` with the cause: the driver is missing, or access to the node is
  /// denied.
  package init(_ acceleration: Acceleration) throws(MediaError) {
    guard unsafe access(acceleration.path, R_OK | W_OK) == 0 else {
      throw .noAcceleration("\(acceleration.path): \(Errno.last)", .moment)
    }
    type = unsafe av_hwdevice_find_type_by_name(acceleration.kind)
    var made: UnsafeMutablePointer<AVBufferRef>?
    let result = unsafe av_hwdevice_ctx_create(&made, type, acceleration.path, nil, 0)
    guard result >= 0, let raw = unsafe made else {
      let code = FFmpegCode(rawValue: result)
      throw .noAcceleration(
        "\(acceleration.kind) on \(acceleration.path) cannot be opened: \(code); its driver may be missing",
        .kind)
    }
    unsafe self.raw = unsafe raw
  }

  deinit {
    var raw: UnsafeMutablePointer<AVBufferRef>? = unsafe raw
    unsafe av_buffer_unref(&raw)
  }

  /// Returns the decoder of a codec that supports the device, which is not always the default one.
  func decoder(of codec: AVCodecID) -> UnsafePointer<AVCodec>? {
    var place: UnsafeMutableRawPointer?
    while let one = unsafe av_codec_iterate(&place) {
      if unsafe one.pointee.id == codec, unsafe av_codec_is_decoder(one) != 0,
        unsafe Acceleration.format(of: one, on: type) != nil
      {
        return unsafe one
      }
    }
    return nil
  }

  /// Makes a decoder use the device exclusively: another decoder handles streams that the device
  /// cannot decode. Up to `lent` pictures are in use elsewhere at a time.
  func attach(to context: UnsafeMutablePointer<AVCodecContext>, lent: Int) throws(MediaError) {
    guard let reference = unsafe av_buffer_ref(raw) else {
      throw .call("av_buffer_ref", .init(rawValue: vitrine_error_memory))
    }
    unsafe context.pointee.hw_device_ctx = unsafe reference
    unsafe context.pointee.extra_hw_frames = CInt(lent)
    // Several threads would only wait for each other in a device.
    unsafe context.pointee.thread_count = 1
    unsafe context.pointee.get_format = { context, offered in
      guard let context = unsafe context, let buffers = unsafe PictureAllocator.of(context),
        let wanted = unsafe AccelerationDevice.format(for: context), var offer = unsafe offered
      else { return AV_PIX_FMT_NONE }
      // The device allocates all its pictures next, at once.
      let size = unsafe ContainerValues.size(
        context.pointee.coded_width, context.pointee.coded_height)
      guard buffers.allows(size) else { return AV_PIX_FMT_NONE }
      while unsafe offer.pointee != AV_PIX_FMT_NONE {
        if unsafe offer.pointee == wanted { return wanted }
        unsafe offer += 1
      }
      buffers.markUnusable()
      return AV_PIX_FMT_NONE
    }
  }

  private static func format(for context: UnsafeMutablePointer<AVCodecContext>) -> AVPixelFormat? {
    guard let codec = unsafe context.pointee.codec,
      let device = unsafe context.pointee.hw_device_ctx?.pointee.data
    else { return nil }
    let type = unsafe UnsafeRawPointer(device).assumingMemoryBound(to: AVHWDeviceContext.self)
      .pointee.type
    return unsafe Acceleration.format(of: codec, on: type)
  }
}

import CVitrineFFmpeg

/// The version and capabilities of the FFmpeg libraries.
package enum FFmpegLibrary {
  /// FFmpeg's version, such as `5.1.9-0+deb12u1`.
  package static var version: String { unsafe String(cString: av_version_info()) }

  /// The hardware interfaces that it was built with, such as `vaapi` and `drm`.
  package static var hardwareInterfaces: [String] {
    var (names, type) = ([String](), AV_HWDEVICE_TYPE_NONE)
    while true {
      type = av_hwdevice_iterate_types(type)
      guard type != AV_HWDEVICE_TYPE_NONE, let name = unsafe av_hwdevice_get_type_name(type) else {
        return names
      }
      unsafe names.append(String(cString: name))
    }
  }

  /// Whether it has a decoder for a codec by its name, such as `hevc`.
  package static func decodes(_ codec: String) -> Bool {
    guard let descriptor = unsafe avcodec_descriptor_get_by_name(codec) else { return false }
    return unsafe avcodec_find_decoder(descriptor.pointee.id) != nil
  }

  /// The hardware decoders, such as `h264_v4l2m2m`.
  package static var hardwareDecoders: [String] {
    var (names, position) = unsafe ([String](), UnsafeMutableRawPointer?.none)
    while let codec = unsafe av_codec_iterate(&position) {
      let isHardware =
        unsafe codec.pointee.capabilities & (AV_CODEC_CAP_HARDWARE | AV_CODEC_CAP_HYBRID)
      guard unsafe av_codec_is_decoder(codec) != 0, isHardware != 0 else { continue }
      unsafe names.append(String(cString: codec.pointee.name))
    }
    return names.sorted()
  }
}

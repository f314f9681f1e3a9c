internal import VitrinePictures

/// A codec by the kernel's four-character code: `V4L2_PIX_FMT_…` in `videodev2.h`.
package struct CodedFormat: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ code: StaticString) { rawValue = UInt32(fourCharacters: code) }

  package static let h264 = CodedFormat("H264")
  package static let hevc = CodedFormat("HEVC")
  package static let mpeg2 = CodedFormat("MPG2")
  package static let mpeg4 = CodedFormat("MPG4")
  package static let vp8 = CodedFormat("VP80")
  package static let vp9 = CodedFormat("VP90")
  /// The codec of the kernel's virtual decoder.
  package static let fwht = CodedFormat("FWHT")

  /// By FFmpeg's codec name.
  static let byCodec: [String: CodedFormat] = [
    "h264": h264, "hevc": hevc, "mpeg2video": mpeg2, "mpeg4": mpeg4, "vp8": vp8, "vp9": vp9,
    "fwht": fwht,
  ]

  /// The formats of stateless decoders: the program parses the stream, and passes the headers with
  /// each frame.
  private static let stateless: [CodedFormat: CodedFormat] = [
    CodedFormat("S264"): h264, CodedFormat("S265"): hevc, CodedFormat("MG2S"): mpeg2,
    CodedFormat("VP8F"): vp8, CodedFormat("VP9F"): vp9,
  ]

  /// The codec of a stateless format; nil for all others.
  var ofStateless: CodedFormat? { Self.stateless[self] }

  /// Returns nil for codecs without a known stateful decoder.
  package init?(codec: String) {
    guard let format = Self.byCodec[codec] else { return nil }
    self = format
  }

  /// FFmpeg's codec name.
  package var codec: String? { Self.byCodec.first { $0.value == self }?.key }
}

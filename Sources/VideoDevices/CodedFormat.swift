internal import VitrinePictures

/// How a stream is coded: the kernel's four-character code, `V4L2_PIX_FMT_…` in `videodev2.h`.
public struct CodedFormat: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ code: StaticString) { rawValue = UInt32(fourCharacters: code) }

  public static let h264 = CodedFormat("H264")
  public static let hevc = CodedFormat("HEVC")
  public static let mpeg2 = CodedFormat("MPG2")
  public static let mpeg4 = CodedFormat("MPG4")
  public static let vp8 = CodedFormat("VP80")
  public static let vp9 = CodedFormat("VP90")
  /// The kernel's own, of its virtual decoder.
  public static let fwht = CodedFormat("FWHT")

  /// By FFmpeg's name of the codec.
  static let byCodec: [String: CodedFormat] = [
    "h264": h264, "hevc": hevc, "mpeg2video": mpeg2, "mpeg4": mpeg4, "vp8": vp8, "vp9": vp9,
    "fwht": fwht,
  ]

  /// Of decoders that keep no state: the stream is parsed outside, and each frame comes with all that its
  /// headers say.
  private static let stateless: [CodedFormat: CodedFormat] = [
    CodedFormat("S264"): h264, CodedFormat("S265"): hevc, CodedFormat("MG2S"): mpeg2,
    CodedFormat("VP8F"): vp8, CodedFormat("VP9F"): vp9,
  ]

  /// What a stateless decoder's format is a form of; nil for all others.
  var ofStateless: CodedFormat? { Self.stateless[self] }

  /// Nil for codecs of which no stateful decoder is known.
  public init?(codec: String) {
    guard let format = Self.byCodec[codec] else { return nil }
    self = format
  }

  /// FFmpeg's name of the codec.
  public var codec: String? { Self.byCodec.first { $0.value == self }?.key }
}

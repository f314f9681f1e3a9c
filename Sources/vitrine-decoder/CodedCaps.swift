import CVitrineGStreamer
import VitrinePictures

/// The GStreamer caps of a stream.
struct CodedCaps {
  let codec: String
  let text: String

  private static let byCodec = [
    "h264": "video/x-h264, stream-format=byte-stream, alignment=au",
    "hevc": "video/x-h265, stream-format=byte-stream, alignment=au",
    "mpeg2video": "video/mpeg, mpegversion=2, systemstream=false, parsed=true, profile=main",
    "vp8": "video/x-vp8",
    "vp9": "video/x-vp9, alignment=frame",
  ]

  /// Returns nil for an unsupported codec; by FFmpeg's name.
  init?(codec: String, size: PixelSize) {
    guard let words = Self.byCodec[codec] else { return nil }
    self.codec = codec
    text = size.isEmpty ? words : "\(words), width=\(size.width), height=\(size.height)"
  }
}

internal import Playback

/// What decodes.
public struct DecodingFacts: Hashable, Sendable {
  /// Codecs that the library was asked for, and those that it cannot decode.
  public var codecs: [String] = []
  public var missing: [String] = []
  /// `/dev/video10 (bcm2835-codec-decode)`.
  public var hardware: [String] = []

  public init() {}
}

extension Facts {
  /// Whether the usual films can be decoded.
  var decoderFindings: [Finding] {
    decoding.findings(.decoder) { decoding in
      guard decoding.missing.isEmpty else {
        let isFirst = decoding.missing.contains("h264")
        return [
          Finding(
            .decoder, isFirst ? .bad(.unavailable) : .advice,
            "FFmpeg here cannot decode \(decoding.missing.enumerated)",
            cause: "it was built without",
            cure: "sudo apt install --reinstall ffmpeg libavcodec-extra")
        ]
      }
      let hardware =
        decoding.hardware.isEmpty
        ? "" : "; in hardware, not used yet: \(decoding.hardware.enumerated)"
      return [Finding(.decoder, .good, "\(decoding.codecs.enumerated)\(hardware)")]
    }
  }
}

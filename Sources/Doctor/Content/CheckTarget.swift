package import VitrinePictures

/// The target that content is checked for: a mode, a rotation and a board.
package struct CheckTarget: Hashable, Sendable {
  /// The size of the mode.
  package var size: PixelSize
  /// In hertz.
  package var refresh: Double
  /// The clockwise rotation of all content, and the additional rotation of this item.
  package var rotation = Rotation.none
  package var itemRotation = Rotation.none
  /// The board given by the user; nil for this machine, whose speed can be measured.
  package var board: String?
  /// The target's hardware decoders.
  package var devices: [DecoderChoice.Device] = []
  /// The choice among them, by the board file and the configuration.
  package var choice = DecoderChoice(.software)
  /// Whether sound is enabled and a device exists. Unknown, and thus true, for another board.
  package var hasSound = true

  package init(size: PixelSize, refresh: Double) {
    self.size = size
    self.refresh = refresh
  }

  /// The total rotation of the item.
  var turn: Rotation { rotation + itemRotation }
  /// The size of the mode as the content sees it.
  var uprightSize: PixelSize { turn.upright(size) }

  /// Returns the decoder that a video would use.
  func decision(_ video: ContentFacts.Video) -> DecoderChoice.Decision {
    let stream = DecoderChoice.Stream(codec: video.codec, size: video.size, bits: video.depth)
    // Hardware decoders are not tried with other profiles.
    return choice.decide(stream, among: devices) {
      video.chroma == "4:2:0" ? .direct : .unsupported(because: "its chroma format is not 4:2:0")
    }
  }

  /// Returns the device that would decode the video if `playback.decoder` allowed it; nil if it
  /// does, or if no device can.
  func unusedDevice(for video: ContentFacts.Video) -> String? {
    guard choice.preference == .software else { return nil }
    var other = self
    other.choice.preference = .automatic
    return other.decision(video).device?.driver
  }

  /// Whether a device can decode `encoding` at the size of the mode.
  var encodingIsForDevice: Bool {
    let codec = encoding == .hevc ? "hevc" : "h264"
    return decision(.init(codec: codec, size: uprightSize)).device != nil
  }

  /// The codec to convert to: one that a device decodes, or the cheapest for the CPU.
  var encoding: Encoding {
    let codecs = Set(devices.flatMap(\.codecs))
    return choice.preference != .software && codecs.contains("hevc") && !codecs.contains("h264")
      ? .hevc : .h264
  }

  enum Encoding: String {
    case h264 = "libx264"
    case hevc = "libx265"
  }
}

public import VitrinePictures

/// What something is to be shown on: a display's mode, a board, and how far all is turned.
public struct Stage: Hashable, Sendable {
  /// Of the mode.
  public var size: PixelSize
  /// In pictures per second.
  public var refresh: Double
  /// How far all content is turned clockwise on the panel, and this item beside that by its list.
  public var rotation = Rotation.none
  public var itemRotation = Rotation.none
  /// The board that was named; nil for this machine, whose speed is known.
  public var board: String?
  /// What decodes there beside the processor.
  public var devices: [DecoderChoice.Device] = []
  /// Which of them is taken, by what the board's file and the configuration say.
  public var choice = DecoderChoice(.software)
  /// Whether sound is wanted, and there is a device for it. Of another board it is not known.
  public var hasSound = true

  public init(size: PixelSize, refresh: Double) { (self.size, self.refresh) = (size, refresh) }

  /// How far this item is turned.
  var turn: Rotation { rotation + itemRotation }
  /// As the content sees it.
  var uprightSize: PixelSize { turn.upright(size) }

  /// What decodes a film there.
  func decision(_ video: ContentFacts.Video) -> DecoderChoice.Decision {
    let stream = DecoderChoice.Stream(codec: video.codec, size: video.size, bits: video.depth)
    // The rest of the profiles is not even tried.
    return choice.decide(stream, among: devices) {
      video.chroma == "4:2:0" ? .asTheyAre : .never(because: "its colours are not in 4:2:0")
    }
  }

  /// The device that would decode it where devices were asked; nil where they are, or none does.
  func deviceUnasked(for video: ContentFacts.Video) -> String? {
    guard choice.wish == .software else { return nil }
    var other = self
    other.choice.wish = .automatic
    return other.decision(video).device?.driver
  }

  /// Whether a device decodes what `encoding` makes for the mode.
  var encodingIsForDevice: Bool {
    let codec = encoding == .hevc ? "hevc" : "h264"
    return decision(.init(codec: codec, size: uprightSize)).device != nil
  }

  /// What a film is best encoded as: what a device of it decodes, or what costs a processor least.
  var encoding: Encoding {
    let codecs = Set(devices.flatMap(\.codecs))
    return choice.wish != .software && codecs.contains("hevc") && !codecs.contains("h264")
      ? .hevc : .h264
  }

  enum Encoding: String {
    case h264 = "libx264"
    case hevc = "libx265"
  }
}

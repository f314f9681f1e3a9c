public import VitrinePictures
public import VitrinePlayback
public import VitrineSchedules

/// The section `display`.
public struct DisplaySettings: Hashable, Sendable {
  /// The path of a DRM node; nil uses the first one with a display.
  public var device: String?
  /// Nil uses the first one with a display.
  public var connector: String?
  /// Connectors that show the same picture.
  public var mirrors: [String] = []
  /// The only output path to use; nil uses the best that works.
  public var renderMode: RenderMode?
  /// The rotator; nil uses the plane where possible.
  public var rotator: Rotator?
  public var mode = ModePolicy.preferred
  /// Modes that the display does not list, in the syntax of `--custom-mode`. Whether the cable
  /// supports them is not checked.
  public var customModes: [String] = []
  public var matching = RateMatching.off
  public var hdr = HDRPolicy.off
  public var fit = Fit.contain
  /// Clockwise from upright, regardless of how the panel is built in.
  public var rotation = Rotation.none
  public var brightness = ScheduledBrightness()

  public init() {}
}

/// The brightness of a display.
public struct ScheduledBrightness: Hashable, Sendable {
  /// Outside of the schedule.
  public var standard = Brightness.asFound
  /// By time of day.
  public var schedule = AmountTable()
}

/// A section in `outputs`: settings for one connector.
public struct OutputSettings: Hashable, Sendable {
  public var mode: ModePolicy?
  public var rotation: Rotation?
  public var brightness: Brightness?
  /// The path of a playlist to play there, without sound.
  public var playlist: String?

  public init(
    mode: ModePolicy? = nil, rotation: Rotation? = nil, brightness: Brightness? = nil,
    playlist: String? = nil
  ) {
    self.mode = mode
    self.rotation = rotation
    self.playlist = playlist
    self.brightness = brightness
  }
}

extension Configuration {
  /// The brightness outside of a schedule for the player of a connector; nil is the first player.
  public func brightness(at connector: String?) -> Brightness {
    (connector ?? display.connector).flatMap { outputs[$0]?.brightness }
      ?? display.brightness.standard
  }
}

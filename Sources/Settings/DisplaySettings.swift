public import VitrinePictures
public import VitrinePlayback
public import VitrineSchedules

/// The section `display`: which one is used, and how.
public struct DisplaySettings: Hashable, Sendable {
  /// The path of a DRM node; nil takes the first with a display.
  public var device: String?
  /// Nil takes the first with a display.
  public var connector: String?
  /// Connectors that show the same.
  public var mirrors: [String] = []
  /// Only this way to the screen; nil takes the best that works.
  public var renderMode: RenderMode?
  /// Who turns pictures; nil takes the plane where it can.
  public var rotator: Rotator?
  public var mode = ModePolicy.preferred
  /// Modes that the display does not list, as `--custom-mode` spells them. Whether a cable could
  /// carry them is not checked yet.
  public var customModes: [String] = []
  public var matching = RateMatching.off
  public var hdr = HDRPolicy.off
  public var fit = Fit.contain
  /// Clockwise from upright, however the panel is built in.
  public var rotation = Rotation.none
  public var brightness = Brightness.asFound
  /// How bright it is when, instead of that.
  public var brightnessSchedule = AmountTable()

  public init() {}
}

/// A row of the section `outputs`: what is otherwise on one connector.
public struct OutputSettings: Hashable, Sendable {
  public var mode: ModePolicy?
  public var rotation: Rotation?
  public var brightness: Brightness?
  /// The path of what is played there, without sound.
  public var playlist: String?

  public init(
    mode: ModePolicy? = nil, rotation: Rotation? = nil, brightness: Brightness? = nil,
    playlist: String? = nil
  ) {
    (self.mode, self.rotation, self.playlist) = (mode, rotation, playlist)
    self.brightness = brightness
  }
}

extension Configuration {
  /// Without a schedule: that of the player of a connector; nil is the one that people see first.
  public func brightness(at connector: String?) -> Brightness {
    (connector ?? display.connector).flatMap { outputs[$0]?.brightness } ?? display.brightness
  }
}

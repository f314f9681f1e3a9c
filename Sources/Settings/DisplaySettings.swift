public import Pictures
public import Playback

/// The section `display`: which one is used, and how.
public struct DisplaySettings: Hashable, Sendable {
  /// Nil takes the first with a display.
  public var connector: String?
  public var mode = ModePolicy.preferred
  /// Modes that the display does not list, as `--custom-mode` spells them. Whether a cable could
  /// carry them is not checked yet.
  public var customModes: [String] = []
  public var matching = Matching.off
  public var fit = Fit.contain
  /// Clockwise from upright, however the panel is built in.
  public var rotation = Rotation.none

  public init() {}
}

/// A row of the section `outputs`: what is otherwise on one connector.
public struct OutputSettings: Hashable, Sendable {
  public var mode: ModePolicy?
  public var rotation: Rotation?

  public init(mode: ModePolicy? = nil, rotation: Rotation? = nil) {
    (self.mode, self.rotation) = (mode, rotation)
  }
}

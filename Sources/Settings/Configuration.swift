public import Overlay
public import Playback

/// What a configuration file says: whole and within its ranges, whatever the file left out.
public struct Configuration: Hashable, Sendable {
  /// The sections `interface` and `keys`. The list of videos is never in it.
  public var interface = InterfaceOptions()
  public var display = DisplaySettings()
  /// The section `outputs`, by connector.
  public var outputs: [String: OutputSettings] = [:]
  public var input = InputSettings()
  /// When the display is on, and what it means that it is off.
  public var power = PowerOptions()

  /// What holds without any file.
  public init() {}
}

/// The section `input`: which devices people operate the display with.
public struct InputSettings: Hashable, Sendable {
  /// Whether other programs get nothing from the devices that are used.
  public var grabs = true
  /// Names or paths of touchscreens; all of them where there is none.
  public var touchscreens: [String] = []

  public init() {}
}

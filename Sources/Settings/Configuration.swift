public import Overlay

/// What a configuration file says: whole and within its ranges, whatever the file left out.
public struct Configuration: Hashable, Sendable {
  /// The sections `interface` and `keys`. The list of videos is never in it.
  public var interface = InterfaceOptions()
  public var input = InputSettings()

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

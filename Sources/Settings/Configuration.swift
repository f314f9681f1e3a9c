public import VitrineOverlay
public import VitrinePlayback

/// What a configuration file says: whole and within its ranges, whatever the file left out.
public struct Configuration: Hashable, Sendable {
  /// Paths of what is played: lists, folders, files.
  public var playlist: [String] = []
  /// The board's name; nil finds out.
  public var board: String?
  /// The sections `interface` and `keys`. The list of videos is never in it.
  public var interface = InterfaceOptions()
  /// The rest of the section `interface`: who sees it.
  public var operation = OperationSettings()
  public var display = DisplaySettings()
  /// The section `outputs`, by connector.
  public var outputs: [String: OutputSettings] = [:]
  public var input = InputSettings()
  /// When the display is on, and what it means that it is off.
  public var power = PowerOptions()
  public var playback = PlaybackSettings()
  public var audio = AudioSettings()
  public var subtitles = SubtitleSettings()
  public var service = ServiceSettings()
  public var control = ControlSettings()
  /// The section `access`, by the beginnings of addresses.
  public var access: [String: AccessSettings] = [:]
  public var network = ProxySettings()
  public var cache = CacheSettings()
  public var content = ContentSettings()
  public var console = ConsoleSettings()

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

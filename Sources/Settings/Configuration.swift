public import VitrineOverlay

/// A complete, valid configuration. Keys that no file sets have their defaults.
public struct Configuration: Hashable, Sendable {
  /// Paths of playlists, folders and files.
  public var playlist: [String] = []
  /// The board's name; nil detects it.
  public var board: String?
  /// The sections `interface` and `keys`, except for `operation`.
  public var interface = InterfaceOptions()
  /// Whether the interface is interactive; also in the section `interface`.
  public var operation = OperationSettings()
  public var display = DisplaySettings()
  /// The section `outputs`, by connector.
  public var outputs: [String: OutputSettings] = [:]
  public var input = InputSettings()
  public var power = PowerSettings()
  public var playback = PlaybackSettings()
  public var audio = AudioSettings()
  public var subtitles = SubtitleSettings()
  public var service = ServiceSettings()
  public var control = ControlSettings()
  /// The section `access`, by server address.
  public var access: [String: AccessSettings] = [:]
  public var network = ProxySettings()
  public var cache = CacheSettings()
  public var content = ContentSettings()
  public var console = ConsoleSettings()

  /// The defaults.
  public init() {}
}

/// The section `input`: the input devices.
public struct InputSettings: Hashable, Sendable {
  /// Whether the devices are grabbed, so that other programs receive no input from them.
  public var grabs = true
  /// Names or paths of touchscreens; empty uses all.
  public var touchscreens: [String] = []

  public init() {}
}

extension Configuration {
  /// The limit for the size of a file, in bytes.
  public static let largestFile = 256 * 1024

  /// Reads the bytes of a file; messages call it `file`.
  ///
  /// Reports all errors at once, but only the first one if the file is not YAML. An empty file is
  /// valid.
  public init(bytes: [UInt8], file: String) throws(ConfigurationFaults) {
    self = try LayeredConfiguration([.file(file, bytes)]).configuration
  }
}

package import VitrineOverlay
package import VitrineStage

/// A complete, valid configuration. Keys that no file sets have their defaults.
package struct Configuration: Hashable, Sendable {
  /// Paths of playlists, folders and files.
  package var playlist: [String] = []
  /// The board's name; nil detects it.
  package var board: String?
  /// The sections `interface` and `keys`, except for `operation`.
  package var interface = InterfaceOptions()
  /// Whether the interface is interactive; also in the section `interface`.
  package var operation = OperationSettings()
  package var display = DisplaySettings()
  /// The section `outputs`, by connector.
  package var outputs: [String: OutputSettings] = [:]
  package var input = InputSettings()
  /// The section `triggers`, by key or code.
  package var triggers: [String: TriggerSettings] = [:]
  /// The section `overlays`, by the operator's names.
  package var overlays: [String: StageOverlay] = [:]
  package var zones = ZoneSettings()
  package var power = PowerSettings()
  package var playback = PlaybackSettings()
  package var audio = AudioSettings()
  package var subtitles = SubtitleSettings()
  package var service = ServiceSettings()
  package var control = ControlSettings()
  package var fleet = FleetSettings()
  /// The section `access`, by server address.
  package var access: [String: AccessSettings] = [:]
  package var network = ProxySettings()
  package var cache = CacheSettings()
  package var content = ContentSettings()
  package var console = ConsoleSettings()

  /// The defaults.
  package init() {}
}

/// The section `input`: the input devices.
package struct InputSettings: Hashable, Sendable {
  /// Whether the devices are grabbed, so that other programs receive no input from them.
  package var grabs = true
  /// Names or paths of touchscreens; empty uses all.
  package var touchscreens: [String] = []
  /// Names or paths of barcode and NFC readers.
  package var readers: [String] = []

  package init() {}
}

/// A row of the section `triggers`: the content that a key, a code or a sensor starts.
package struct TriggerSettings: Hashable, Sendable {
  package enum Start: String, CaseIterable, Hashable, Sendable { case now, held, next }

  /// A file, a list, a folder or a URL.
  package var source: String
  package var start: Start

  package init(source: String, start: Start = .now) {
    self.source = source
    self.start = start
  }
}

extension Configuration {
  /// The limit for the size of a file, in bytes.
  package static let largestFile = 256 * 1024

  /// Reads the bytes of a file; messages call it `file`.
  ///
  /// Reports all errors at once, but only the first one if the file is not YAML. An empty file is
  /// valid.
  package init(bytes: [UInt8], file: String) throws(ConfigurationFaults) {
    self = try LayeredConfiguration([.file(file, bytes)]).configuration
  }
}

/// The section `zones`.
package struct ZoneSettings: Hashable, Sendable {
  /// The name of a shipped template, or a path.
  package var template: String?
  /// The folder of data files.
  package var data: String?

  /// Whether a template is a file instead of the name of a shipped one.
  package static func isFile(_ template: String) -> Bool {
    template.contains("/") || template.hasSuffix(".yaml")
  }
}

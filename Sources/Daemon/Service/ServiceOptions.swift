import VitrineControl
package import VitrineEngine
import VitrineLinux
import VitrineLists
package import VitrineMachine
import VitrineOperations
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineSchedules
import VitrineSettings

/// The service's command line.
package struct ServiceOptions: Sendable {
  var places: ConfigurationSources
  /// Lists, folders and files that override the configured ones.
  var playlists: [String]
  var socket: String?
  var display: DisplayChoice?
  var audio: SoundChoice?
  /// Overrides the configured state folder.
  var stateFolder: String?
  /// The folders that the service manager has made; the second does not survive a power cut.
  var givenStateFolder: String?
  var runtimeFolder: String?
  /// Whether to run in safe mode.
  var isSafe: Bool
  /// The list that safe mode plays; nil for its card.
  var safeList: String?
  /// The updater's knowledge of content that is on its way.
  let updateState = Shared(ContentUpdateState())
  /// The name of the systemd unit.
  var unit = ServiceUnit.service(of: ServiceUnit.own)

  package init(
    places: ConfigurationSources, playlists: [String], socket: String?, display: DisplayChoice?,
    audio: SoundChoice?, stateFolder: String?, givenStateFolder: String?, runtimeFolder: String?,
    isSafe: Bool
  ) {
    self.places = places
    self.playlists = playlists
    self.socket = socket
    self.display = display
    self.audio = audio
    self.stateFolder = stateFolder
    self.givenStateFolder = givenStateFolder
    self.runtimeFolder = runtimeFolder
    self.places.own = (stateFolder ?? givenStateFolder).map { ConfigurationSources.own(in: $0) }
    self.isSafe = isSafe
  }

  /// Reads the current configuration.
  func read() throws(ConfigurationError) -> ConfigurationSources.Found { try places.read() }

  /// The list of the main player.
  func source(_ settings: Configuration) -> any ListSource {
    if isSafe {
      return safeList.map { PlaylistSource(paths: [$0], settings.playback) }
        ?? CardSource.safeMode(unit)
    }
    let lists = PlaylistSource(
      paths: playlists.isEmpty ? settings.playlist : playlists, settings.playback)
    return contentFolder(settings).map {
      ReleaseSource($0, settings.playback, instead: lists, updateState: updateState)
    }
      ?? lists
  }

  /// The folder for downloaded content; nil if there is none, or without a state folder.
  func contentFolder(_ settings: Configuration) -> Folder? {
    guard settings.content.isUsed, playlists.isEmpty, !isSafe else { return nil }
    return (stateFolder ?? settings.service.state ?? givenStateFolder).map {
      Folder($0).folder("content")
    }
  }

  /// The list of a connector's player; nil is the main player.
  func source(_ settings: Configuration, on connector: String?) -> any ListSource {
    guard let connector else { return source(settings) }
    let path = settings.outputs[connector]?.playlist
    return PlaylistSource(paths: path.map { [$0] } ?? [], settings.playback)
  }

  /// The path at which `vitrine ctl` finds the service.
  func socket(_ settings: Configuration) -> String? {
    let given = runtimeFolder.map { Folder($0).path(of: "control.sock") }
    return isSafe ? nil : socket ?? settings.service.socket ?? given ?? ControlPath.service
  }

  /// The control interfaces; none in safe mode.
  func controlEndpoints(_ settings: Configuration) -> ControlEndpoints {
    guard !isSafe else { return .none }
    var endpoints = ControlEndpoints(settings, socket: socket(settings))
    (endpoints.fleet, endpoints.access) = (settings.fleet, settings.access)
    return endpoints
  }
}

/// Returns a folder that systemd makes for a unit; if there are several, the first.
package func systemdFolder(_ name: String) -> String? {
  ProcessEnvironment.value(name)?.split(separator: ":").first.map(String.init)
}

import VitrineControl
public import VitrineEngine
import VitrineLinux
public import VitrineMachine
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineSchedules
import VitrineSettings

/// The service's command line.
public struct ServiceOrder: Sendable {
  var places: ConfigurationPlaces
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
  /// Whether to show only the safe-mode card.
  var isSafe: Bool
  /// The updater's knowledge of content that is on its way.
  let contentSight = Shared(SuppliedSight())
  /// The name of the systemd unit.
  var unit = ServiceUnit.service(of: ServiceUnit.own)

  public init(
    places: ConfigurationPlaces, playlists: [String], socket: String?, display: DisplayChoice?,
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
    self.places.own = (stateFolder ?? givenStateFolder).map { ConfigurationPlaces.own(in: $0) }
    self.isSafe = isSafe
  }

  /// Reads the current configuration.
  func read() throws(ConfigurationError) -> ConfigurationPlaces.Found { try places.read() }

  /// The list of the main player.
  func source(_ settings: Configuration) -> any ListSource {
    if isSafe { return CardSource.safeMode(unit) }
    let lists = PlayedLists(
      paths: playlists.isEmpty ? settings.playlist : playlists, settings.playback)
    return contentFolder(settings).map {
      SuppliedLists($0, settings.playback, instead: lists, sight: contentSight)
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
    return PlayedLists(paths: path.map { [$0] } ?? [], settings.playback)
  }

  /// The path at which `vitrine ctl` finds the service.
  func socket(_ settings: Configuration) -> String? {
    let given = runtimeFolder.map { Folder($0).path(of: "control.sock") }
    return isSafe ? nil : socket ?? settings.service.socket ?? given ?? ControlPath.service
  }

  /// The control interfaces; none in safe mode.
  func controlPlaces(_ settings: Configuration) -> ControlPlaces {
    isSafe ? .none : ControlPlaces(settings, socket: socket(settings))
  }
}

/// A card instead of a list.
struct CardSource: ListSource {
  let name: String
  let title: String
  let detail: String
  var severity: Severity?

  func read() throws(ListError) -> LoadedList {
    LoadedList(items: [Item.card(title: title, detail: detail, severity)], origins: [])
  }

  /// Shown in safe mode.
  static func safeMode(_ unit: String) -> CardSource {
    CardSource(
      name: "safe mode", title: "Safe mode",
      detail: "The player has crashed too often.\nIt will be restarted in a few minutes.\n"
        + "For the reason, see: journalctl -u \(unit)")
  }

  /// Shown while the configuration is unusable.
  static func broken(_ trouble: ConfigurationError, _ unit: String) -> CardSource {
    CardSource(
      name: "configuration", title: "Invalid configuration",
      detail: (trouble.lines.first ?? "cannot be read")
        + "\nFix it, then run: systemctl reload \(unit)")
  }
}

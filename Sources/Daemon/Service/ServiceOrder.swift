import VitrineControl
public import VitrineEngine
import VitrineLinux
public import VitrineMachine
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineSchedules
import VitrineSettings

/// What a service was told to do by its command line.
public struct ServiceOrder: Sendable {
  var places: ConfigurationPlaces
  /// Lists, folders and files, whatever the configuration says.
  var playlists: [String]
  var socket: String?
  var display: DisplayChoice?
  var audio: SoundChoice?
  /// Where things are remembered over a power cut, whatever the configuration says.
  var stateFolder: String?
  /// Those that the service manager has made: what is in the second is lost with the power.
  var givenStateFolder: String?
  var runtimeFolder: String?
  /// Shows only that it keeps failing.
  var isSafe: Bool
  /// What is known of content that comes.
  let contentSight = Shared(SuppliedSight())
  /// What people call the service.
  var unit = ServiceUnit.service(of: ServiceUnit.own)

  public init(
    places: ConfigurationPlaces, playlists: [String], socket: String?, display: DisplayChoice?,
    audio: SoundChoice?, stateFolder: String?, givenStateFolder: String?, runtimeFolder: String?,
    isSafe: Bool
  ) {
    (self.places, self.playlists, self.socket) = (places, playlists, socket)
    (self.display, self.audio, self.stateFolder) = (display, audio, stateFolder)
    (self.givenStateFolder, self.runtimeFolder) = (givenStateFolder, runtimeFolder)
    self.places.own = (stateFolder ?? givenStateFolder).map { ConfigurationPlaces.own(in: $0) }
    self.isSafe = isSafe
  }

  /// What the configuration says now, or what is wrong with it.
  func read() throws(ConfigurationError) -> ConfigurationPlaces.Found { try places.read() }

  /// What the player plays that people see first.
  func source(_ settings: Configuration) -> any ListSource {
    if isSafe { return CardSource.safeMode(unit) }
    let lists = PlayedLists(
      paths: playlists.isEmpty ? settings.playlist : playlists, settings.playback)
    return contentFolder(settings).map {
      SuppliedLists($0, settings.playback, instead: lists, sight: contentSight)
    }
      ?? lists
  }

  /// Where what is supplied is kept; nil where nothing comes from elsewhere, or nothing is remembered.
  func contentFolder(_ settings: Configuration) -> Folder? {
    guard settings.content.isUsed, playlists.isEmpty, !isSafe else { return nil }
    return (stateFolder ?? settings.service.state ?? givenStateFolder).map {
      Folder($0).folder("content")
    }
  }

  /// What the player of a connector plays; nil is the one that people see first.
  func source(_ settings: Configuration, on connector: String?) -> any ListSource {
    guard let connector else { return source(settings) }
    let path = settings.outputs[connector]?.playlist
    return PlayedLists(paths: path.map { [$0] } ?? [], settings.playback)
  }

  /// Where `vitrine ctl` finds it.
  func socket(_ settings: Configuration) -> String? {
    let given = runtimeFolder.map { Folder($0).path(of: "control.sock") }
    return isSafe ? nil : socket ?? settings.service.socket ?? given ?? ControlPath.service
  }

  /// Where it is controlled; nowhere while it only tells that it keeps failing.
  func controlPlaces(_ settings: Configuration) -> ControlPlaces {
    isSafe ? .none : ControlPlaces(settings, socket: socket(settings))
  }
}

/// A card in the place of a list.
struct CardSource: ListSource {
  let name: String
  let title: String
  let detail: String
  var severity: Severity?

  func read() throws(ListError) -> LoadedList {
    LoadedList(items: [Item.card(title: title, detail: detail, severity)], origins: [])
  }

  /// What is shown once the service has failed too often.
  static func safeMode(_ unit: String) -> CardSource {
    CardSource(
      name: "safe mode", title: "Safe mode",
      detail: "The player has ended unexpectedly too often.\nIt is started again after a while.\n"
        + "Its log says why: journalctl -u \(unit)")
  }

  /// What is shown while the configuration is broken.
  static func broken(_ trouble: ConfigurationError, _ unit: String) -> CardSource {
    CardSource(
      name: "configuration", title: "The configuration cannot be used",
      detail: (trouble.lines.first ?? "it cannot be read")
        + "\nPut that right, then: systemctl reload \(unit)")
  }
}

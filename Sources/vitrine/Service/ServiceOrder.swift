import Engine
import Linux
import Playback
import Settings

/// What a service was told to do by its command line.
struct ServiceOrder: Sendable {
  var places: ConfigurationPlaces
  /// Lists, folders and files, whatever the configuration says.
  var playlists: [String]
  var socket: String?
  var display: DisplayOption?
  var audio: SoundChoice?
  /// Where things are remembered: over a power cut, and over a restart only.
  var stateFolder: String?
  var runtimeFolder: String?
  /// Shows only that it keeps failing.
  var isSafe: Bool

  /// What the configuration says now, or what is wrong with it.
  func read() throws(ConfigurationTrouble) -> ConfigurationPlaces.Found { try places.read() }

  /// What the first player plays.
  func source(_ settings: Configuration) -> any ListSource {
    isSafe
      ? CardSource.safeMode
      : PlayedLists(paths: playlists.isEmpty ? settings.playlist : playlists, settings.playback)
  }
}

/// A card in the place of a list.
struct CardSource: ListSource {
  let name: String
  let title: String
  let detail: String

  func read() throws(ListTrouble) -> LoadedList {
    LoadedList(items: [LoadedList.card(title: title, detail: detail)], folders: [])
  }

  /// What is shown once the service has failed too often.
  static let safeMode = CardSource(
    name: "safe mode", title: "Safe mode",
    detail: "The player has ended unexpectedly too often. It is started again after a while.\n"
      + "Its log says why: journalctl -u vitrine")

  /// What is shown while the configuration is broken.
  static func broken(_ trouble: ConfigurationTrouble) -> CardSource {
    CardSource(
      name: "configuration", title: "The configuration cannot be used",
      detail: (trouble.lines.first ?? "it cannot be read")
        + "\nPut that right, then: systemctl reload vitrine")
  }
}

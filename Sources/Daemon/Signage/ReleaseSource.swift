import VitrineContent
import VitrineLinux
package import VitrineLists
package import VitrineSettings
import VitrineSignage

/// The updater's knowledge of content that is on its way. The updater writes it, and the list
/// reads it.
struct ContentUpdateState {
  /// Why no content arrives, if known.
  var failure: String?
  /// The path to play on a USB stick that is plugged in.
  var stick: String?
}

/// The current release of the content: its list, or all of its files. A plugged-in USB stick with
/// content takes precedence; before the first release, the configured lists are played.
package struct ReleaseSource: ListSource {
  private let store: Folder
  private let playback: PlaybackSettings
  private let others: PlaylistSource
  private let updateState: Shared<ContentUpdateState>

  init(
    _ store: Folder, _ playback: PlaybackSettings, instead others: PlaylistSource,
    updateState: Shared<ContentUpdateState>
  ) {
    self.store = store
    self.playback = playback
    self.others = others
    self.updateState = updateState
  }

  package var name: String { "content" }

  /// The path to play in the current release. It is the same for every release, like the path of a
  /// file that several releases contain.
  static func played(in store: Folder) -> String? {
    guard let set = StoredRelease.current(in: store) else { return nil }
    let root = StoredRelease.currentRoot(in: store)
    return set.manifest.play.map { "\(root)/\($0)" } ?? root
  }

  /// The paths that a service with this configuration plays; `state` is its default state folder.
  package static func paths(_ configuration: Configuration, state: String) -> [String] {
    guard configuration.content.isUsed else { return configuration.playlist }
    let folder = Folder(configuration.service.state ?? state).folder("content")
    return played(in: folder).map { [$0] } ?? configuration.playlist
  }

  /// The ID of the release, since the paths stay the same while the files change.
  package var edition: String { StoredRelease.currentID(in: store)?.text ?? "" }

  package func read() throws(ListError) -> LoadedList {
    let edition = edition
    var list = try readPresent()
    list.edition = edition
    return list
  }

  private func readPresent() throws(ListError) -> LoadedList {
    let root = StoredRelease.currentRoot(in: store)
    if let list = onStick(root) { return list }
    if let path = Self.played(in: store) {
      do throws(ListError) {
        var list = try PlaylistSource(paths: [path], playback).read()
        list.origins.append(root)
        return list
      } catch {
        throw ListError(lines: error.lines, origins: error.origins + [root])
      }
    }
    let reason = "no content yet" + (updateState.value.failure.map { ": \($0)" } ?? "")
    guard !others.paths.isEmpty else { throw ListError(lines: [reason], origins: [root]) }
    do throws(ListError) {
      var list = try others.read()
      // Instead of an empty folder, the card shows why no content arrives.
      guard !list.items.isEmpty else { throw ListError(lines: [reason], origins: list.origins) }
      list.origins.append(root)
      return list
    } catch {
      throw ListError(lines: error.lines, origins: error.origins + [root])
    }
  }

  /// Returns nil if no stick is played or it was just removed; the updater reports removals and
  /// checks the stick for changes, so it is not watched here.
  private func onStick(_ root: String) -> LoadedList? {
    guard let path = updateState.value.stick,
      var list = try? PlaylistSource(paths: [path], playback).read(), !list.items.isEmpty
    else { return nil }
    list.origins = [root]
    return list
  }
}

import VitrineContent
import VitrineLinux
public import VitrineSettings
import VitrineSignage

/// What is known of what comes: the supply writes it, and the list reads it. A value.
struct SuppliedSight {
  /// Why none comes, as far as that is known.
  var trouble: String?
  /// What is played of a stick that is plugged in.
  var stick: String?
}

/// The set of content that is shown: its list, or all of it; while a stick is plugged in that is to be played, what is
/// on that. Before the first has come, the lists of the configuration.
public struct SuppliedLists: ListSource {
  private let store: Folder
  private let playback: PlaybackSettings
  private let others: PlayedLists
  private let sight: Shared<SuppliedSight>

  init(
    _ store: Folder, _ playback: PlaybackSettings, instead others: PlayedLists,
    sight: Shared<SuppliedSight>
  ) {
    (self.store, self.playback, self.others) = (store, playback, others)
    self.sight = sight
  }

  var name: String { "content" }

  /// What is played of the present set: its path is the same for each of them, and so is that of a file
  /// that several have.
  static func played(in store: Folder) -> String? {
    guard let set = StoredSet.current(in: store) else { return nil }
    let root = StoredSet.currentRoot(in: store)
    return set.manifest.play.map { "\(root)/\($0)" } ?? root
  }

  /// What a service with this configuration plays now, whose folder of what it remembers is `state`.
  public static func paths(_ configuration: Configuration, state: String) -> [String] {
    guard configuration.content.isUsed else { return configuration.playlist }
    let folder = Folder(configuration.service.state ?? state).folder("content")
    return played(in: folder).map { [$0] } ?? configuration.playlist
  }

  /// The set's: its paths are those of the set before, and its files are others.
  var edition: String { StoredSet.currentID(in: store)?.text ?? "" }

  func read() throws(ListError) -> LoadedList {
    let edition = edition
    var list = try readPresent()
    list.edition = edition
    return list
  }

  private func readPresent() throws(ListError) -> LoadedList {
    let root = StoredSet.currentRoot(in: store)
    if let list = onStick(root) { return list }
    if let path = Self.played(in: store) {
      do throws(ListError) {
        var list = try PlayedLists(paths: [path], playback).read()
        list.origins.append(root)
        return list
      } catch {
        throw ListError(lines: error.lines, origins: error.origins + [root])
      }
    }
    let reason = "no content has come yet" + (sight.value.trouble.map { ": \($0)" } ?? "")
    guard !others.paths.isEmpty else { throw ListError(lines: [reason], origins: [root]) }
    do throws(ListError) {
      var list = try others.read()
      // An empty folder is no list to show meanwhile: why nothing comes is to be read.
      guard !list.items.isEmpty else { throw ListError(lines: [reason], origins: list.origins) }
      list.origins.append(root)
      return list
    } catch {
      throw ListError(lines: error.lines, origins: error.origins + [root])
    }
  }

  /// Nil where none is played, or it was pulled out just now: the supply tells of that. What is on it was
  /// looked through and is not watched: what changes there is looked through again first.
  private func onStick(_ root: String) -> LoadedList? {
    guard let path = sight.value.stick,
      var list = try? PlayedLists(paths: [path], playback).read(), !list.items.isEmpty
    else { return nil }
    list.origins = [root]
    return list
  }
}

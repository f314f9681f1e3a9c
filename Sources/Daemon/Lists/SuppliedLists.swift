import Content
import Linux
public import Settings
import Signage

/// The set of content that is shown: its list, or all of it. Before the first has come, the lists of the
/// configuration.
public struct SuppliedLists: ListSource {
  private let store: Folder
  private let playback: PlaybackSettings
  private let others: PlayedLists
  /// Why none comes, as far as that is known.
  private let trouble: Shared<String?>

  init(
    _ store: Folder, _ playback: PlaybackSettings, instead others: PlayedLists,
    trouble: Shared<String?>
  ) {
    (self.store, self.playback, self.others) = (store, playback, others)
    self.trouble = trouble
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

  func read() throws(ListError) -> LoadedList {
    let root = StoredSet.currentRoot(in: store)
    if let path = Self.played(in: store) {
      do throws(ListError) {
        var list = try PlayedLists(paths: [path], playback).read()
        list.origins.append(root)
        return list
      } catch {
        throw ListError(lines: error.lines, origins: error.origins + [root])
      }
    }
    guard !others.paths.isEmpty else {
      throw ListError(
        lines: ["no content has come yet" + (trouble.value.map { ": \($0)" } ?? "")],
        origins: [root])
    }
    do throws(ListError) {
      var list = try others.read()
      list.origins.append(root)
      return list
    } catch {
      throw ListError(lines: error.lines, origins: error.origins + [root])
    }
  }
}

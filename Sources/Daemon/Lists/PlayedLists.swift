public import Control
import Linux
public import Playlists
public import Settings

/// Lists, folders and files on the disk, as the operator or a client named them.
public struct PlayedLists: ListSource {
  let paths: [String]
  /// What holds for items of which the lists say nothing.
  private let playback: PlaybackSettings

  init(paths: [String], _ playback: PlaybackSettings) {
    (self.paths, self.playback) = (paths, playback)
  }

  var name: String {
    switch paths.count {
    case 0: "no list"
    case 1: paths[0]
    default: "\(paths[0]) and \(paths.count - 1) more"
    }
  }

  func read() throws(ListError) -> LoadedList {
    guard !paths.isEmpty else {
      throw ListError(lines: ["no playlist is configured: set `playlist`"], origins: [])
    }
    do throws(ListFaults) {
      let played = try ListReader(ListFilesOnDisk()).read(paths.map { Item(path: $0) })
      return LoadedList(
        items: played.items.map { $0.completed(by: playback) }, title: played.title,
        loop: played.loop, isShuffled: played.isShuffled, origins: paths + played.origins)
    } catch {
      throw ListError(lines: error.lines, origins: paths + error.origins)
    }
  }
}

extension PlayedLists {
  /// What clients of the socket ask for, with what is in lists and folders.
  public static func items(
    _ sources: [String], _ playback: PlaybackSettings
  ) throws(Refusal) -> [Item] {
    let items = try PlayerControl.items(sources)
    do throws(ListFaults) {
      return try ListReader(ListFilesOnDisk()).read(items).items.map { $0.completed(by: playback) }
    } catch {
      throw Refusal(error.lines.first ?? "the list cannot be read")
    }
  }
}

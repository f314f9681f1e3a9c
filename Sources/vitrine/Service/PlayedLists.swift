import Control
import Linux
import Playlists
import Settings

/// Lists, folders and files on the disk, as somebody named them.
struct PlayedLists: ListSource {
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

  func read() throws(ListTrouble) -> LoadedList {
    guard !paths.isEmpty else {
      throw ListTrouble(lines: ["no playlist is configured: set `playlist`"], origins: [])
    }
    var (list, origins) = (LoadedList(items: [], origins: []), paths)
    for path in paths {
      do throws(ListFaults) {
        let played = try expand([Item(path: path)])
        list.items += played.items.map { $0.completed(by: playback) }
        origins += played.origins
        // Of several, none speaks for the others.
        if paths.count == 1 { (list.loop, list.isShuffled) = (played.loop, played.isShuffled) }
      } catch {
        throw ListTrouble(lines: error.lines, origins: origins + error.origins)
      }
    }
    list.origins = origins
    return list
  }
}

extension PlayedLists {
  /// What clients of the socket ask for, with what is in lists and folders.
  static func items(
    _ sources: [String], _ playback: PlaybackSettings
  ) throws(Refusal) -> [Item] {
    let items = try PlayerControl.items(sources)
    do throws(ListFaults) {
      return try expand(items).items.map { $0.completed(by: playback) }
    } catch {
      throw Refusal(error.lines.first ?? "the list cannot be read")
    }
  }
}

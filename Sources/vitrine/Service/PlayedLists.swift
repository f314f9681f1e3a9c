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
      throw ListTrouble(lines: ["no playlist is configured: set `playlist`"], folders: [])
    }
    let files = WatchedListFiles()
    let played: PlayedSources
    do throws(ListFaults) {
      played = try expand(paths.map { Item(path: $0) }, with: files)
    } catch {
      throw ListTrouble(lines: error.lines, folders: files.folders)
    }
    return LoadedList(
      items: played.items.map { $0.completed(by: playback) }, loop: played.loop,
      isShuffled: played.isShuffled,
      folders: files.folders)
  }
}

extension PlayedLists {
  /// What clients of the socket ask for, with what is in lists and folders.
  @Sendable static func items(_ sources: [String]) throws(Refusal) -> [Item] {
    let items = try PlayerControl.items(sources)
    do throws(ListFaults) {
      return try expand(items, with: ListFilesOnDisk()).items
    } catch {
      throw Refusal(error.lines.first ?? "the list cannot be read")
    }
  }
}

/// The disk, with an account of the folders whose news may change what was read. Bound to the
/// thread that reads.
final class WatchedListFiles: ListFiles {
  private let disk = ListFilesOnDisk()
  private var seen: Set<String> = []

  /// Those that are there; of others, the nearest one above them.
  var folders: [String] { Set(seen.map(nearest)).sorted() }

  func kind(of path: String) -> ListFileKind? {
    seen.insert(Self.parent(of: path))
    return disk.kind(of: path)
  }

  func bytes(of path: String, count: Int) throws(ListFileError) -> [UInt8] {
    seen.insert(Self.parent(of: path))
    return try disk.bytes(of: path, count: count)
  }

  func names(in folder: String) throws(ListFileError) -> [String] {
    seen.insert(folder)
    return try disk.names(in: folder)
  }

  private func nearest(_ folder: String) -> String {
    var folder = folder
    while disk.kind(of: folder) != .folder, folder != "/", folder != "." {
      folder = Self.parent(of: folder)
    }
    return folder
  }

  private static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

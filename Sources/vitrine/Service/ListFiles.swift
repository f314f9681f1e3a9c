import Linux
import Playlists

/// Files and lists on the disk, as somebody named them.
struct ListFiles: ListSource {
  let paths: [String]

  var name: String { paths.count == 1 ? paths[0] : "\(paths.count) lists" }

  func read() throws(ListTrouble) -> LoadedList {
    LoadedList(items: paths.map { Item(path: $0) }, folders: [])
  }
}

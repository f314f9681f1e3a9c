package import VitrineContent
import VitrineLists
import VitrinePlaylists
package import VitrineSchedules
package import VitrineSettings

/// The lists of a folder that is published, read as a player will read them: paths are relative to
/// the folder, and files that are not in the manifest are missing.
package struct PublishedLists {
  private let folder: String
  private let files: Set<String>
  private let folders: Set<String>
  private let disk = ListFilesOnDisk()

  package init(_ manifest: ReleaseManifest, in folder: String) {
    self.folder = folder
    files = Set(manifest.files.map(\.path.text))
    // A list may name the published folder itself.
    var folders: Set<String> = ["."]
    for file in files {
      var path = file[...]
      while let slash = path.lastIndex(of: "/") {
        path = path[..<slash]
        folders.insert(String(path))
      }
    }
    self.folders = folders
  }

  /// The errors in the lists, a line each: `playlist.yaml:7: "b.mp4" is not in the folder`.
  package var faults: [String] {
    let reader = ListReader(self)
    var lines: [String] = []
    for list in files.sorted() where isList(list) {
      do throws(ListFaults) {
        for row in try reader.read(list).rows {
          lines += named(by: row.item).filter { !has($0) }.map { path in
            let place = row.line.map { "\(row.list):\($0)" } ?? row.list
            return "\(place): \(quoted(path)) is not in the folder"
          }
        }
      } catch {
        lines += error.lines
      }
    }
    // A list is read on its own and again for each list that names it.
    var seen: Set<String> = []
    return lines.filter { seen.insert($0).inserted }
  }

  /// Whether a file is a list. Much else is JSON.
  private func isList(_ path: String) -> Bool {
    guard ListFormat(ending: path) != nil else { return false }
    guard path.lowercased().hasSuffix(".json") else { return true }
    return (try? bytes(of: path, count: 4096)).flatMap(ListFormat.init(beginning:)) != nil
  }

  private func named(by item: Item) -> [String] {
    let sources =
      [item.source] + [item.poster, item.signLanguage].compactMap(\.self) + item.subtitles
    let paths = sources.compactMap { source -> String? in
      if case .file(let path) = source { path } else { nil }
    }
    return paths + [item.cover].compactMap(\.self)
  }

  private func has(_ path: String) -> Bool { kind(of: path) != nil }
}

extension PublishedLists: ListFiles {
  package func kind(of path: String) -> ListFileKind? {
    let path = plainPath(path)
    return files.contains(path) ? .file : folders.contains(path) ? .folder : nil
  }

  /// Names must match the manifest byte for byte.
  package func otherName(of path: String) -> String? { nil }

  package func bytes(of path: String, count: Int) throws(ListFileError) -> [UInt8] {
    guard kind(of: path) == .file else { throw missing }
    return try disk.bytes(of: "\(folder)/\(plainPath(path))", count: count)
  }

  package func names(in folder: String) throws(ListFileError) -> [String] {
    let parent = plainPath(folder)
    guard folders.contains(parent) else { throw missing }
    return try disk.names(in: "\(self.folder)/\(parent)").filter { has("\(parent)/\($0)") }
  }

  package func zone(named name: String) -> ZoneRules? { disk.zone(named: name) }

  package var calendarSpan: CalendarSpan { disk.calendarSpan }

  private var missing: ListFileError { ListFileError(.missing, cause: "not in the folder") }
}

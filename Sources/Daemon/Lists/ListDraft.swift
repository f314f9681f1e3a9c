import VitrineLists
import VitrinePlaylists
import VitrineSchedules
import VitrineSettings
import VitrineWeb

/// The files of this machine, with the text of one list that has not been written yet.
struct ListDraft: ListFiles {
  let path: String
  let text: [UInt8]
  private let disk = ListFilesOnDisk()

  init(_ path: String, _ text: String) { (self.path, self.text) = (path, Array(text.utf8)) }

  func kind(of path: String) -> ListFileKind? { path == self.path ? .file : disk.kind(of: path) }

  func otherName(of path: String) -> String? { disk.otherName(of: path) }

  func bytes(of path: String, count: Int) throws(ListFileError) -> [UInt8] {
    path == self.path ? Array(text.prefix(count)) : try disk.bytes(of: path, count: count)
  }

  func zone(named name: String) -> ZoneRules? { disk.zone(named: name) }

  var calendarSpan: CalendarSpan { disk.calendarSpan }

  func names(in folder: String) throws(ListFileError) -> [String] { try disk.names(in: folder) }
}

extension ListDraft {
  /// The result of reading the list as the player would. For other lists it gives only the number
  /// of errors: a client that may write a list may not read every file.
  var verdict: ListCheckResult {
    do throws(ListFaults) {
      return .good(items: try ListReader(self).read(path).rows.count)
    } catch {
      let own = error.lines.filter { $0.hasPrefix("\(path):") }
      let others = error.lines.count - own.count
      let name = path.split(separator: "/").last ?? ""
      return .faults(
        own.map { "\(name)\($0.dropFirst(path.count))" }
          + (others > 0 ? ["errors in the playlists it refers to: \(others)"] : []))
    }
  }
}

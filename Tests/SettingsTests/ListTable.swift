import VitrinePlaylists
import VitrineSchedules
import VitrineSettings

/// Files and folders in memory.
struct ListTable: ListFiles {
  /// The content of files, by path.
  var texts: [String: [UInt8]] = [:]
  var folders: [String: [String]] = [:]
  var forbidden: Set<String> = []

  init(_ texts: [String: String] = [:], folders: [String: [String]] = [:]) {
    self.texts = texts.mapValues { Array($0.utf8) }
    self.folders = folders
  }

  private func bare(_ path: String) -> String {
    plainPath(path)
  }

  func kind(of path: String) -> ListFileKind? {
    if folders[bare(path)] != nil { return .folder }
    return texts[bare(path)] != nil || forbidden.contains(path) ? .file : nil
  }

  func zone(named name: String) -> ZoneRules? { nil }

  var calendarSpan: CalendarSpan { CalendarSpan(around: Moment(second: 1_795_000_000)) }

  func otherName(of path: String) -> String? { nil }

  func bytes(of path: String, count: Int) throws(ListFileError) -> [UInt8] {
    if forbidden.contains(path) { throw ListFileError(.forbidden, cause: "no permission") }
    guard let bytes = texts[bare(path)] else { throw ListFileError(.missing, cause: "not there") }
    return Array(bytes.prefix(count))
  }

  func names(in folder: String) throws(ListFileError) -> [String] {
    if forbidden.contains(folder) { throw ListFileError(.forbidden, cause: "no permission") }
    guard let names = folders[bare(folder)] else {
      throw ListFileError(.missing, cause: "not there")
    }
    return names
  }

  /// The paths that a list plays, or its faults.
  func played(_ path: String) -> [String] {
    do throws(ListFaults) {
      return try ListReader(self).read(path).items.map(\.location)
    } catch {
      return error.lines
    }
  }
}

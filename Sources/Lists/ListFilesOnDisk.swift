import Glibc
import VitrineLinux
import VitrinePlans
internal import VitrinePlaylists
package import VitrineSchedules
package import VitrineSettings

/// Reads lists, folders and time zones from the machine's disk.
package struct ListFilesOnDisk: ListFiles, Sendable {
  /// The limit on path components that are matched in another encoding: each reads a folder, and a
  /// list may name thousands of files.
  private static let mostForeignParts = 16

  /// The period for calendar events if it differs from the years around now.
  private let other: CalendarSpan?
  /// Whether a client names the lists: clients may not read every file that this program can.
  private var isForClients = false

  /// `calendarsIn` overrides the period for which calendar events are looked up, in seconds since
  /// 1970-01-01 00:00 UTC (default: the years around now).
  package init(calendarsIn other: Range<Int64>? = nil) {
    self.other = other.map { CalendarSpan($0) }
  }

  /// For lists named by clients: a list must have the ending of a list itself, not only through the
  /// name of a link to it.
  package static let forClients: ListFilesOnDisk = {
    var files = ListFilesOnDisk()
    files.isForClients = true
    return files
  }()

  package var calendarSpan: CalendarSpan {
    other ?? CalendarSpan(around: ClockReading.now().moment)
  }

  package func zone(named name: String) -> ZoneRules? { try? ZoneFiles.rules(named: name) }

  package func kind(of path: String) -> ListFileKind? {
    guard let status = try? FileStatus(following: path) else { return nil }
    return status.isFolder ? .folder : .file
  }

  /// Returns why a file cannot be opened, or nil if it can.
  package func error(reading path: String) -> String? {
    guard kind(of: path) != nil else { return "no such file" }
    return FileAccess.allows(R_OK, path) ? nil : "cannot be read: \(Errno.last)"
  }

  /// Matches each component on its own: a folder's name may be UTF-8 while the name of a file in it
  /// is not.
  package func otherName(of path: String) -> String? {
    let parts = path.split(separator: "/")
    func isPlain(_ part: Substring) -> Bool { part.utf8.allSatisfy { $0 < 0x80 } }
    guard (1...Self.mostForeignParts).contains(parts.count(where: { !isPlain($0) })) else {
      return nil
    }
    var found = path.hasPrefix("/") ? "/" : ""
    for (index, part) in parts.enumerated() {
      if index > 0 { found += "/" }
      if isPlain(part) || kind(of: found + part) != nil {
        found += part
        continue
      }
      guard let bytes = Windows1252.bytes(part) else { return nil }
      found += pathText(bytes)
    }
    return kind(of: found) == nil ? nil : found
  }

  package func bytes(of path: String, count: Int) throws(ListFileError) -> [UInt8] {
    do throws(Errno) {
      if let bytes = try fileBytes(of: path, count: count) { return bytes }
    } catch {
      throw ListFileError(error)
    }
    throw ListFileError(.broken, cause: "neither a file nor a folder")
  }

  /// Returns nil for anything but a regular file: reading a FIFO or a device may never end.
  private func fileBytes(of path: String, count: Int) throws(Errno) -> [UInt8]? {
    let file = try FileDescriptor(reading: path)
    // A link to a file that is not a list would reveal its contents in the error messages.
    if isForClients, ListFormat(ending: path) != nil,
      linkTarget(file.path).flatMap({ ListFormat(ending: $0) }) == nil
    {
      throw .accessDenied
    }
    return try FileStatus(of: file).isFile ? file.bytes(most: count) : nil
  }

  package func names(in folder: String) throws(ListFileError) -> [String] {
    do throws(Errno) {
      return try Folder(folder).readNames()
    } catch {
      throw ListFileError(error)
    }
  }
}

extension ListFileError {
  fileprivate init(_ error: Errno) {
    let reason: Reason =
      switch error {
      case .noEntry, .notDirectory: .missing
      case .accessDenied, .notPermitted: .forbidden
      default: .broken
      }
    self.init(reason, cause: "\(error)")
  }
}

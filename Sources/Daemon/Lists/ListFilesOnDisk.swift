import Glibc
import VitrineLinux
public import VitrinePlayback
internal import VitrinePlaylists
public import VitrineSchedules
public import VitrineSettings
import VitrineSignage

/// The files and folders of this machine, as lists are read from them.
public struct ListFilesOnDisk: ListFiles, Sendable {
  /// Each costs a look at the disk, and a list may have thousands of names.
  private static let mostForeignParts = 16

  /// For the events of calendars, instead of the years around now.
  private let other: CalendarSpan?
  /// Whether a client names the lists, which may not be allowed to read all files that this program can.
  private var isForClients = false

  /// With another time for which events of calendars are looked up, instead of the years around now; in seconds
  /// since 1970-01-01 00:00 UTC.
  public init(calendarsIn other: Range<Int64>? = nil) {
    self.other = other.map { CalendarSpan($0) }
  }

  /// For lists that clients name: a file is one where its own name says so, and not only that of a link to it.
  static let forClients: ListFilesOnDisk = {
    var files = ListFilesOnDisk()
    files.isForClients = true
    return files
  }()

  public var calendarSpan: CalendarSpan {
    other ?? CalendarSpan(around: ClockReading.now().moment)
  }

  public func zone(named name: String) -> ZoneRules? { try? ZoneFiles.rules(named: name) }

  public func kind(of path: String) -> ListFileKind? {
    guard let status = try? FileStatus(following: path) else { return nil }
    return status.isFolder ? .folder : .file
  }

  /// Why a file cannot be opened; nil where it can.
  func trouble(reading path: String) -> String? {
    guard kind(of: path) != nil else { return "not there" }
    return FileAccess.allows(R_OK, path) ? nil : "cannot be read: \(Errno.last)"
  }

  /// Part for part: a folder's name may be UTF-8 and that of a file in it not.
  public func otherName(of path: String) -> String? {
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

  public func bytes(of path: String, count: Int) throws(ListFileError) -> [UInt8] {
    do throws(Errno) {
      if let bytes = try fileBytes(of: path, count: count) { return bytes }
    } catch {
      throw ListFileError(error)
    }
    throw ListFileError(.broken, cause: "neither a file nor a folder")
  }

  /// Nil for what is no file: a FIFO or a device has no end that is worth waiting for.
  private func fileBytes(of path: String, count: Int) throws(Errno) -> [UInt8]? {
    let file = try FileDescriptor(reading: path)
    // Links to what is no list would have it told line by line.
    if isForClients, ListFormat(ending: path) != nil,
      linkTarget(file.path).flatMap({ ListFormat(ending: $0) }) == nil
    {
      throw .accessDenied
    }
    return try FileStatus(of: file).isFile ? file.bytes(most: count) : nil
  }

  public func names(in folder: String) throws(ListFileError) -> [String] {
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

extension ListFaults {
  /// As sysexits(3) has it.
  public var exitStatus: ExitStatus {
    switch kind {
    case .missing: .noInput
    case .forbidden: .noPermission
    case .contents: .data
    }
  }
}

import CVitrineLinux
import Glibc
import VitrineTiming

/// A folder, identified by its path. Each call queries the kernel; thread-safe.
package struct Folder: Hashable, Sendable {
  /// Without a trailing slash.
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Returns the path of an entry.
  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// Returns a subfolder.
  package func folder(_ name: String) -> Folder { Folder(path(of: name)) }

  /// The users that may read a folder.
  package enum Readers: Sendable { case all, owner }

  /// Creates the folder and its parents if they do not exist.
  package func make(for readers: Readers = .all) throws(Errno) {
    do throws(Errno) {
      try makeItself(readers)
    } catch .noEntry {
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw .noEntry }
      try Folder(String(path[..<slash])).make()
      try makeItself(readers)
    }
  }

  /// Creates a folder for temporary files that only this user can read; `name` is the beginning of
  /// its name.
  ///
  /// Wraps `mkdtemp`.
  package static func temporary(_ name: String) throws(Errno) -> Folder {
    let place = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var path = Array("\(place)/\(name).XXXXXX".utf8CString)
    guard unsafe mkdtemp(&path) != nil else { throw .last }
    return Folder(String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  /// Throws the reason if this process may not create files in the folder.
  package func checkIsWritable() throws(Errno) {
    guard FileAccess.allows(W_OK, path) else { throw .last }
  }

  private func makeItself(_ readers: Readers) throws(Errno) {
    do throws(Errno) {
      let mode: mode_t = readers == .owner ? 0o700 : 0o755
      _ = try valueOrErrno { unsafe mkdir(kernelPath(path), mode) }
    } catch .exists {
      // Another process may have created it at the same time.
    }
  }

  /// The names of its entries; empty if it cannot be read.
  package var names: [String] { directoryEntries(path) }

  /// Returns the names of its entries, or throws if it cannot be read.
  package func readNames() throws(Errno) -> [String] {
    _ = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
    return names
  }

  /// Sets `FileStatus.modified` to the current time.
  package func touch() throws(Errno) {
    _ = try valueOrErrno { unsafe utimensat(AT_FDCWD, kernelPath(path), nil, 0) }
  }

  /// Removes a file.
  package func remove(_ name: String) throws(Errno) {
    _ = try valueOrErrno { unsafe unlink(kernelPath(path(of: name))) }
  }

  /// Removes the folder with its files. Throws if it has subfolders.
  package func remove() throws(Errno) {
    for name in names { try remove(name) }
    _ = try valueOrErrno { unsafe rmdir(kernelPath(path)) }
  }

  /// Lets `write` fill a temporary file, and renames it to `name` once it is on the disk: readers
  /// see a complete file, the previous one or none, also after a power failure.
  ///
  /// The file is created and passed as a descriptor, so that in a folder with other writers nothing
  /// is written through a link that they prepared.
  ///
  /// Wraps `fdatasync` and `rename`.
  package func replace<Failure: Error>(
    _ name: String, _ write: (_ draft: borrowing FileDescriptor) throws(Failure) -> Void
  ) throws(ReplaceError<Failure>) {
    // Two processes may share a folder.
    let draft = ".\(name).\(getpid())"
    // A draft may be left from a terminated process with the same ID.
    try? remove(draft)
    removeLeftDrafts(of: name)
    let file: FileDescriptor
    do throws(Errno) {
      file = try FileDescriptor(creating: path(of: draft))
    } catch {
      throw .naming(error)
    }
    do throws(ReplaceError<Failure>) {
      do throws(Failure) { try write(file) } catch { throw .writing(error) }
      do throws(Errno) {
        try settle(file, draft, as: name)
      } catch {
        throw .naming(error)
      }
    } catch {
      // The first error is the one to report.
      try? remove(draft)
      throw error
    }
  }

  /// Removes drafts of processes that were terminated, for example by a power failure. Recent ones
  /// stay: their process may be in another container or on another machine.
  private func removeLeftDrafts(of name: String) {
    let beginning = ".\(name)."
    for draft in names where draft.hasPrefix(beginning) {
      guard let process = pid_t(draft.dropFirst(beginning.count)), process > 0,
        kill(process, 0) != 0, errno == ESRCH,
        let status = try? FileStatus(of: path(of: draft)),
        status.modified / 1_000_000_000 < TimeOfDay.now() -| Self.draftsAge
      else { continue }
      // A draft that cannot be removed only takes space.
      try? remove(draft)
    }
  }

  /// In seconds. Writing a file takes a few, even on a slow card.
  private static let draftsAge: Int64 = 600

  private func settle(
    _ file: borrowing FileDescriptor, _ draft: String, as name: String
  ) throws(Errno) {
    let number = file.rawValue
    _ = try valueOrErrno { fdatasync(number) }
    _ = try valueOrErrno { unsafe rename(kernelPath(path(of: draft)), kernelPath(path(of: name))) }
  }

  /// The reason why a file was not replaced.
  package enum ReplaceError<Failure: Error>: Error, CustomStringConvertible {
    case writing(Failure)
    case naming(Errno)

    package var description: String {
      switch self {
      case .writing(let error): "\(error)"
      case .naming(let error): "\(error)"
      }
    }
  }
}

/// The metadata of a file.
package struct FileStatus: Hashable, Sendable {
  /// In bytes.
  package let size: Int
  /// The modification time in nanoseconds since 1970; for a folder, of its entries. Dates before
  /// 1677 or after 2262 are clamped.
  package let modified: Int64
  /// The modification time in whole seconds, of any date.
  private let modifiedSecond: Int64
  package let isFile: Bool
  package let isFolder: Bool
  package let isLink: Bool
  /// Whether every user may read it, as far as the file itself decides.
  package let isReadableByAll: Bool

  /// Does not follow a link (C: `lstat`).
  package init(of path: String) throws(Errno) {
    var status = stat()
    _ = try valueOrErrno { unsafe lstat(kernelPath(path), &status) }
    self.init(status)
  }

  /// Follows a link (C: `stat`).
  package init(following path: String) throws(Errno) {
    var status = stat()
    _ = try valueOrErrno { unsafe stat(kernelPath(path), &status) }
    self.init(status)
  }

  /// Queries an open file (C: `fstat`).
  package init(of file: borrowing FileDescriptor) throws(Errno) {
    var status = stat()
    let number = file.rawValue
    _ = try valueOrErrno { unsafe fstat(number, &status) }
    self.init(status)
  }

  /// A text that differs between versions of a file.
  package var versionMark: String {
    let isInRange = modified > .min && modified < .max
    return isInRange ? "\(size):\(modified)" : "\(size):\(modifiedSecond)s"
  }

  init(_ status: stat) {
    size = Int(status.st_size)
    // Some file systems support dates up to the end of 64-bit seconds, and any user can set them.
    modifiedSecond = Int64(status.st_mtim.tv_sec)
    modified = Int64(seconds: modifiedSecond, nanoseconds: Int64(status.st_mtim.tv_nsec))
    isFile = status.st_mode & S_IFMT == S_IFREG
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    isLink = status.st_mode & S_IFMT == S_IFLNK
    isReadableByAll = status.st_mode & S_IROTH != 0
  }
}

extension Folder {
  /// Waits until the folder's entries are on the disk, so that renames survive a power failure (C:
  /// `fsync`).
  package func settle() throws(Errno) {
    let folder = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
    _ = try valueOrErrno { fsync(folder.rawValue) }
  }

  /// Renames a file, and replaces a file with the other name.
  package func move(_ name: String, to other: String) throws(Errno) {
    _ = try valueOrErrno { unsafe rename(kernelPath(path(of: name)), kernelPath(path(of: other))) }
  }
}

extension Folder {
  /// Creates a hard link `name` to the file at `path`, which has to be on the same file system.
  /// Does nothing if the name exists (C: `link`).
  package func add(_ name: String, for path: String) throws(Errno) {
    do throws(Errno) {
      _ = try valueOrErrno { unsafe Glibc.link(kernelPath(path), kernelPath(self.path(of: name))) }
    } catch .exists {}
  }

  /// Moves a file or folder within a file system, and replaces an existing file (C: `rename`).
  package static func move(_ path: String, to other: String) throws(Errno) {
    _ = try valueOrErrno { unsafe rename(kernelPath(path), kernelPath(other)) }
  }

  /// Removes the folder recursively, without following links. Throws if it is deeper than `depth`.
  package func removeTree(depth: Int = 32) throws(Errno) {
    for name in names {
      let path = path(of: name)
      if try FileStatus(of: path).isFolder {
        guard depth > 0 else { throw .nameTooLong }
        try Folder(path).removeTree(depth: depth - 1)
      } else {
        try remove(name)
      }
    }
    _ = try valueOrErrno { unsafe rmdir(kernelPath(path)) }
  }

  /// Waits until the entries of the folder and its subfolders are on the disk.
  package func settleTree(depth: Int = 32) throws(Errno) {
    for name in names where depth > 0 {
      if try FileStatus(of: path(of: name)).isFolder {
        try folder(name).settleTree(depth: depth - 1)
      }
    }
    try settle()
  }
}

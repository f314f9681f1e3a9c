import CVitrineLinux
import Glibc
import VitrineTiming

/// A folder by its path. A value: each call asks the kernel anew; thread-safe.
public struct Folder: Hashable, Sendable {
  /// Without a slash at its end.
  public let path: String

  public init(_ path: String) {
    self.path = path
  }

  /// The path of what is called `name` in it.
  public func path(of name: String) -> String { "\(path)/\(name)" }

  /// The folder called `name` in it.
  public func folder(_ name: String) -> Folder { Folder(path(of: name)) }

  /// Who may look into a folder.
  public enum Readers: Sendable { case all, owner }

  /// Makes it, and those it lies in, where they are not there yet.
  public func make(for readers: Readers = .all) throws(Errno) {
    do throws(Errno) {
      try makeItself(readers)
    } catch .noEntry {
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw .noEntry }
      try Folder(String(path[..<slash])).make()
      try makeItself(readers)
    }
  }

  /// Makes one in the folder of temporary files that only this user can look into; its name begins
  /// so.
  ///
  /// The corresponding C function is `mkdtemp`.
  public static func temporary(_ name: String) throws(Errno) -> Folder {
    let place = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var path = Array("\(place)/\(name).XXXXXX".utf8CString)
    guard unsafe mkdtemp(&path) != nil else { throw .last }
    return Folder(String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  /// Throws where this process may not make files in it, and says why.
  public func checkIsWritable() throws(Errno) {
    guard FileAccess.allows(W_OK, path) else { throw .last }
  }

  private func makeItself(_ readers: Readers) throws(Errno) {
    do throws(Errno) {
      let mode: mode_t = readers == .owner ? 0o700 : 0o755
      _ = try valueOrErrno { unsafe mkdir(kernelPath(path), mode) }
    } catch .exists {
      // Also where another process made it this moment.
    }
  }

  /// The names of what is in it; none where it cannot be read.
  public var names: [String] { directoryEntries(path) }

  /// The names of what is in it, or why it cannot be read.
  public func readNames() throws(Errno) -> [String] {
    _ = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
    return names
  }

  /// Says that it was used just now: it is what `FileStatus.modified` tells.
  public func touch() throws(Errno) {
    _ = try valueOrErrno { unsafe utimensat(AT_FDCWD, kernelPath(path), nil, 0) }
  }

  /// Removes a file in it.
  public func remove(_ name: String) throws(Errno) {
    _ = try valueOrErrno { unsafe unlink(kernelPath(path(of: name))) }
  }

  /// Removes it with its files. It stays where a folder lies in it.
  public func remove() throws(Errno) {
    for name in names { try remove(name) }
    _ = try valueOrErrno { unsafe rmdir(kernelPath(path)) }
  }

  /// Has `write` fill a file of another name, and calls it `name` once all of it is on the disk: a
  /// reader, also after a power cut, sees a whole file, the one before, or none.
  ///
  /// The file is made anew and handed over open: in a folder that others may write to, nothing that
  /// they put there under the other name is written through.
  ///
  /// The corresponding C functions are `fdatasync` and `rename`.
  public func replace<Failure: Error>(
    _ name: String, _ write: (_ draft: borrowing FileDescriptor) throws(Failure) -> Void
  ) throws(ReplaceError<Failure>) {
    // Two processes may share a folder.
    let draft = ".\(name).\(getpid())"
    // Of a process of the same number that ended in the middle of it.
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
      // The trouble that is told is the first one.
      try? remove(draft)
      throw error
    }
  }

  /// Removes what processes that ended in the middle of it, by a power cut say, left of it. One that runs
  /// in another container or on another machine is not known here: what is young stays.
  private func removeLeftDrafts(of name: String) {
    let beginning = ".\(name)."
    for draft in names where draft.hasPrefix(beginning) {
      guard let process = pid_t(draft.dropFirst(beginning.count)), process > 0,
        kill(process, 0) != 0, errno == ESRCH,
        let status = try? FileStatus(of: path(of: draft)),
        status.modified / 1_000_000_000 < TimeOfDay.now() -| Self.draftsAge
      else { continue }
      // What cannot be removed stays, and harms nothing but the room that it takes.
      try? remove(draft)
    }
  }

  /// In seconds. A file takes a few to write, also on a slow card.
  private static let draftsAge: Int64 = 600

  private func settle(
    _ file: borrowing FileDescriptor, _ draft: String, as name: String
  ) throws(Errno) {
    let number = file.rawValue
    _ = try valueOrErrno { fdatasync(number) }
    _ = try valueOrErrno { unsafe rename(kernelPath(path(of: draft)), kernelPath(path(of: name))) }
  }

  /// Why a file has not been replaced.
  public enum ReplaceError<Failure: Error>: Error, CustomStringConvertible {
    case writing(Failure)
    case naming(Errno)

    public var description: String {
      switch self {
      case .writing(let error): "\(error)"
      case .naming(let error): "\(error)"
      }
    }
  }
}

/// What the kernel knows of a file, without looking into it.
public struct FileStatus: Hashable, Sendable {
  /// In bytes.
  public let size: Int
  /// When it was last written to, in nanoseconds since 1970; of a folder: when a name in it
  /// last changed. A date before 1677 or after 2262 is the end of that range.
  public let modified: Int64
  /// The same in whole seconds, of any date.
  private let modifiedSecond: Int64
  public let isFile: Bool
  public let isFolder: Bool
  public let isLink: Bool

  /// Of the path itself where it is a link. The corresponding C function is `lstat`.
  public init(of path: String) throws(Errno) {
    var status = stat()
    _ = try valueOrErrno { unsafe lstat(kernelPath(path), &status) }
    self.init(status)
  }

  /// Of what a link leads to, where the path is one. The corresponding C function is `stat`.
  public init(following path: String) throws(Errno) {
    var status = stat()
    _ = try valueOrErrno { unsafe stat(kernelPath(path), &status) }
    self.init(status)
  }

  /// Of an open file. The corresponding C function is `fstat`.
  public init(of file: borrowing FileDescriptor) throws(Errno) {
    var status = stat()
    let number = file.rawValue
    _ = try valueOrErrno { unsafe fstat(number, &status) }
    self.init(status)
  }

  /// Tells one version of a file from another.
  public var versionMark: String {
    let isInRange = modified > .min && modified < .max
    return isInRange ? "\(size):\(modified)" : "\(size):\(modifiedSecond)s"
  }

  init(_ status: stat) {
    size = Int(status.st_size)
    // Some file systems have dates up to the end of 64-bit seconds, and anyone can set them.
    modifiedSecond = Int64(status.st_mtim.tv_sec)
    modified = Int64(seconds: modifiedSecond, nanoseconds: Int64(status.st_mtim.tv_nsec))
    isFile = status.st_mode & S_IFMT == S_IFREG
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    isLink = status.st_mode & S_IFMT == S_IFLNK
  }
}

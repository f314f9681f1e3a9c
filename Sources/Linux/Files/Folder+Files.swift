import Glibc

extension Folder {
  /// Splits a path into its folder and the name in it.
  package static func holding(_ path: String) -> (folder: Folder, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (Folder("."), path) }
    return (Folder(String(path[..<slash])), String(path[path.index(after: slash)...]))
  }

  /// Creates or atomically replaces the symbolic link `name` to `target`. Does nothing if it
  /// already has this target.
  ///
  /// Wraps `symlink` and `rename`.
  package func link(_ name: String, to target: String) throws(Errno) {
    if linkTarget(path(of: name)) == target { return }
    let draft = ".\(name).\(getpid())"
    try? remove(draft)
    _ = try valueOrErrno { unsafe symlink(kernelPath(target), kernelPath(path(of: draft))) }
    _ = try valueOrErrno { unsafe rename(kernelPath(path(of: draft)), kernelPath(path(of: name))) }
  }

  /// Whether no file or link has this name. Throws if that is unknown: an unreadable file is not
  /// missing and must not be replaced.
  package func isMissing(_ name: String) throws(Errno) -> Bool {
    do throws(Errno) {
      _ = try FileStatus(of: path(of: name))
      return false
    } catch .noEntry {
      return true
    }
  }

  /// Reads at most `most` bytes of a file; nil if it is missing. All other errors are thrown, so
  /// that no caller mistakes them for a first start and overwrites the file.
  package func contents(of name: String, most: Int) throws(Errno) -> [UInt8]? {
    if try isMissing(name) { return nil }
    return try FileDescriptor(reading: path(of: name)).bytes(most: most)
  }

  /// Replaces the contents of a file; nil removes it if it exists. Does not write if nothing
  /// changes, since flash cards wear out. A new file gets the permissions `mode`; for nil, only its
  /// owner may change it.
  package func write(_ text: String?, to name: String, mode: UInt32? = nil) throws(Errno) {
    guard let text else {
      do throws(Errno) { try remove(name) } catch .noEntry {}
      return
    }
    let bytes = Array(text.utf8)
    if let file = try? FileDescriptor(reading: path(of: name)),
      (try? file.bytes(most: bytes.count + 1)) == bytes
    {
      return
    }
    try make()
    do throws(ReplaceError<Errno>) {
      try replace(name) { file throws(Errno) in
        if let mode { try file.setMode(mode) }
        try file.write(bytes)
      }
    } catch {
      switch error {
      case .writing(let cause), .naming(let cause): throw cause
      }
    }
  }

  /// The number of bytes that this process may still write; nil if it is unknown (C: `statvfs`).
  package var freeBytes: Int64? {
    var status = statvfs()
    guard unsafe statvfs(kernelPath(path), &status) == 0 else { return nil }
    // bound: the kernel's fields have no sign
    let (bytes, isMore) = UInt64(status.f_bavail).multipliedReportingOverflow(
      by: UInt64(status.f_frsize))
    return isMore ? .max : Int64(clamping: bytes)
  }
}

import Glibc

extension Folder {
  /// The folder that a path leads through at last, and the name in it.
  public static func holding(_ path: String) -> (folder: Folder, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (Folder("."), path) }
    return (Folder(String(path[..<slash])), String(path[path.index(after: slash)...]))
  }

  /// Has the symbolic link `name` in it lead to `target`; a reader sees the one before or this one.
  /// One that leads there is left as it is.
  ///
  /// The corresponding C functions are `symlink` and `rename`.
  public func link(_ name: String, to target: String) throws(Errno) {
    if linkTarget(path(of: name)) == target { return }
    let draft = ".\(name).\(getpid())"
    try? remove(draft)
    _ = try valueOrErrno { unsafe symlink(kernelPath(target), kernelPath(path(of: draft))) }
    _ = try valueOrErrno { unsafe rename(kernelPath(path(of: draft)), kernelPath(path(of: name))) }
  }

  /// Whether nothing has this name in it, not even a link that leads nowhere. Throws where that is not known:
  /// a file that cannot be read is not missing, and nothing may take its place.
  public func isMissing(_ name: String) throws(Errno) -> Bool {
    do throws(Errno) {
      _ = try FileStatus(of: path(of: name))
      return false
    } catch .noEntry {
      return true
    }
  }

  /// The bytes of a file, `most` at the most; nil where it is missing. Every other reason why it cannot be read
  /// is thrown, so that no caller mistakes a fault for a first start and writes over what was kept.
  public func contents(of name: String, most: Int) throws(Errno) -> [UInt8]? {
    if try isMissing(name) { return nil }
    return try FileDescriptor(reading: path(of: name)).bytes(most: most)
  }

  /// Has the file `name` say `text`, as `replace` does; nil removes it. One that says the same is left as it
  /// is, since a card wears, and one that is not there need not be removed.
  public func write(_ text: String?, to name: String) throws(Errno) {
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
      try replace(name) { file throws(Errno) in try file.write(bytes) }
    } catch {
      switch error {
      case .writing(let cause), .naming(let cause): throw cause
      }
    }
  }

  /// How many bytes this process may still write in it; nil where the kernel does not say. The
  /// corresponding C function is `statvfs`.
  public var freeBytes: Int64? {
    var status = statvfs()
    guard unsafe statvfs(kernelPath(path), &status) == 0 else { return nil }
    // bound: the kernel's fields have no sign
    let (bytes, isMore) = UInt64(status.f_bavail).multipliedReportingOverflow(
      by: UInt64(status.f_frsize))
    return isMore ? .max : Int64(clamping: bytes)
  }
}

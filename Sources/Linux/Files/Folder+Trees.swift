import Glibc

extension Folder {
  /// Creates a hard link `name` to the file at `path`, which has to be on the same file system.
  /// Does nothing if the name exists. The corresponding C function is `link`.
  public func add(_ name: String, for path: String) throws(Errno) {
    do throws(Errno) {
      _ = try valueOrErrno { unsafe Glibc.link(kernelPath(path), kernelPath(self.path(of: name))) }
    } catch .exists {}
  }

  /// Moves a file or folder within a file system, and replaces an existing file. The corresponding
  /// C function is `rename`.
  public static func move(_ path: String, to other: String) throws(Errno) {
    _ = try valueOrErrno { unsafe rename(kernelPath(path), kernelPath(other)) }
  }

  /// Removes the folder recursively, without following links. Throws if it is deeper than `depth`.
  public func removeTree(depth: Int = 32) throws(Errno) {
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
  public func settleTree(depth: Int = 32) throws(Errno) {
    for name in names where depth > 0 {
      if try FileStatus(of: path(of: name)).isFolder {
        try folder(name).settleTree(depth: depth - 1)
      }
    }
    try settle()
  }
}

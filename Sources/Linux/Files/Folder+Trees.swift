import Glibc

extension Folder {
  /// Gives the file at `path`, on the same file system, one more name, in here. One that has it already is
  /// left as it is. The corresponding C function is `link`.
  public func add(_ name: String, for path: String) throws(Errno) {
    do throws(Errno) {
      _ = try valueOrErrno { unsafe Glibc.link(kernelPath(path), kernelPath(self.path(of: name))) }
    } catch .exists {}
  }

  /// Moves a file or a folder to another place on the same file system; a file that was there is gone. The
  /// corresponding C function is `rename`.
  public static func move(_ path: String, to other: String) throws(Errno) {
    _ = try valueOrErrno { unsafe rename(kernelPath(path), kernelPath(other)) }
  }

  /// Removes it with all that is in it; links are removed, and not followed. Deeper than `depth` folders it
  /// stays.
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

  /// Waits until the names in it, and in the folders in it, are on the disk.
  public func settleTree(depth: Int = 32) throws(Errno) {
    for name in names where depth > 0 {
      if try FileStatus(of: path(of: name)).isFolder {
        try folder(name).settleTree(depth: depth - 1)
      }
    }
    try settle()
  }
}

import Glibc

extension Folder {
  /// Waits until the folder's entries are on the disk, so that renames survive a power failure. The
  /// corresponding C function is `fsync`.
  public func settle() throws(Errno) {
    let folder = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
    _ = try valueOrErrno { fsync(folder.rawValue) }
  }

  /// Renames a file, and replaces a file with the other name.
  public func move(_ name: String, to other: String) throws(Errno) {
    _ = try valueOrErrno { unsafe rename(kernelPath(path(of: name)), kernelPath(path(of: other))) }
  }
}

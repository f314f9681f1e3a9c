import Glibc

extension Folder {
  /// Waits until the names in it are on the disk: what was renamed before stays so through a
  /// power cut. The corresponding C function is `fsync`.
  public func settle() throws(Errno) {
    let folder = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
    _ = try valueOrErrno { fsync(folder.rawValue) }
  }

  /// Calls a file in it something else; one that was called so is gone.
  public func move(_ name: String, to other: String) throws(Errno) {
    _ = try valueOrErrno { unsafe rename(kernelPath(path(of: name)), kernelPath(path(of: other))) }
  }
}

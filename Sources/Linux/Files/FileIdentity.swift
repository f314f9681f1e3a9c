import Glibc

/// Which file it is, whatever it is called.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let number: UInt

  init(_ status: stat) {
    // bound: the kernel's fields have no sign
    (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
  }

  /// Of what a link leads to, where the path is one; nil where there is nothing. The corresponding
  /// C function is `stat`.
  init?(following path: String) {
    var status = stat()
    guard unsafe stat(kernelPath(path), &status) == 0 else { return nil }
    self.init(status)
  }
}

/// The file that this process was started from. An upgrade puts another one in its place, while the
/// process goes on with the one that it has.
public struct ProgramFile: Sendable {
  private let path: String
  private let identity: FileIdentity

  /// `link` leads to the file, whatever becomes of its name, as the kernel's own does. Nil where the
  /// kernel does not tell.
  public init?(_ link: String = "/proc/self/exe") {
    guard let path = linkTarget(link), let identity = FileIdentity(following: link) else {
      return nil
    }
    (self.path, self.identity) = (path, identity)
  }

  /// Whether another file has its name now. One that was only removed was not replaced.
  public var wasReplaced: Bool {
    FileIdentity(following: path).map { $0 != identity } ?? false
  }
}

import Glibc

/// The identity of a file, whatever its name is.
struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let number: UInt

  init(_ status: stat) {
    // bound: the kernel's fields have no sign
    (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
  }

  /// Follows a link; nil if the file does not exist (C: `stat`).
  init?(following path: String) {
    var status = stat()
    guard unsafe stat(kernelPath(path), &status) == 0 else { return nil }
    self.init(status)
  }
}

/// The program file of this process. An upgrade replaces it while the process continues with the
/// old one.
package struct ProgramFile: Sendable {
  private let path: String
  private let identity: FileIdentity

  /// `link` leads to the file even if it was renamed, as the kernel's does. Returns nil if the
  /// kernel does not offer it.
  package init?(_ link: String = "/proc/self/exe") {
    guard let path = linkTarget(link), let identity = FileIdentity(following: link) else {
      return nil
    }
    self.path = path
    self.identity = identity
  }

  /// Whether another file has its name now. A removed file does not count as replaced.
  package var wasReplaced: Bool {
    FileIdentity(following: path).map { $0 != identity } ?? false
  }
}

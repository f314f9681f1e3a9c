import Glibc
import Linux

/// Writes a file that came from the player to a path, with the rights of who calls the command.
enum PictureCopy {
  private static let part = 1 << 20

  /// `-` is standard output. What is there is replaced as a whole, or not at all, unless it is no
  /// plain file.
  static func write(_ file: borrowing FileDescriptor, to path: String) throws(Errno) {
    guard path != "-" else {
      return try copy(file, to: FileDescriptor(owning: dup(STDOUT_FILENO)))
    }
    if let status = try? FileStatus(of: path), !status.isFile {
      return try copy(file, to: FileDescriptor(making: path))
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = String(parts.last ?? "")
    let before = parts.dropLast().joined(separator: "/")
    let folder = Folder(parts.count == 1 ? "." : before.isEmpty ? "/" : before)
    do throws(Folder.ReplaceError<Errno>) {
      try folder.replace(name) { (draft) throws(Errno) in
        try copy(file, to: draft)
      }
    } catch {
      switch error {
      case .writing(let error), .naming(let error): throw error
      }
    }
  }

  private static func copy(
    _ file: borrowing FileDescriptor, to other: borrowing FileDescriptor
  ) throws(Errno) {
    var offset = 0
    while true {
      let bytes = try file.bytes(at: offset, count: part)
      guard !bytes.isEmpty else { return }
      try other.write(bytes)
      offset += bytes.count
    }
  }
}

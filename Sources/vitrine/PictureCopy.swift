import Glibc
import VitrineLinux

/// Writes a file that came from the player to a path, with the rights of who calls the command.
enum PictureCopy {
  private static let part = 1 << 20

  /// `-` is standard output. What is there is replaced as a whole, or not at all, unless it is no
  /// plain file.
  /// `size` is how many bytes the player says that there are: the file may be emptied meanwhile,
  /// and what is cut off replaces nothing.
  static func write(
    _ file: borrowing FileDescriptor, of size: Int, to path: String
  ) throws(Errno) {
    guard path != "-" else {
      return try copy(file, size, to: FileDescriptor(owning: dup(STDOUT_FILENO)))
    }
    if let status = try? FileStatus(of: path), !status.isFile {
      return try copy(file, size, to: FileDescriptor(making: path))
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let name = String(parts.last ?? "")
    let before = parts.dropLast().joined(separator: "/")
    let folder = Folder(parts.count == 1 ? "." : before.isEmpty ? "/" : before)
    do throws(Folder.ReplaceError<Errno>) {
      try folder.replace(name) { (draft) throws(Errno) in
        try copy(file, size, to: draft)
      }
    } catch {
      switch error {
      case .writing(let error), .naming(let error): throw error
      }
    }
  }

  private static func copy(
    _ file: borrowing FileDescriptor, _ size: Int, to other: borrowing FileDescriptor
  ) throws(Errno) {
    var offset = 0
    while offset < size {
      let bytes = try file.bytes(at: offset, count: min(part, size - offset))
      guard !bytes.isEmpty else { throw .inputOutput }
      try other.write(bytes)
      offset += bytes.count
    }
  }
}

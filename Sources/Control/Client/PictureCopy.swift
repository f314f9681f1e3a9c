import Glibc
import VitrineLinux

/// Copies a file received from the player to a path, with the rights of the calling user.
enum PictureCopy {
  private static let part = 1 << 20

  /// `-` is standard output. Replaces a regular file atomically. `size` is the number of bytes
  /// announced by the player: a truncated file replaces nothing.
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

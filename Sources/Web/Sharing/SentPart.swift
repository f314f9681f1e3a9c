import Glibc
import VitrineLinux
import VitrineTiming

/// Bytes of an open file that are on their way to a client, a piece at a time. Bound to the server's thread.
final class SentPart {
  private let file: FileDescriptor
  /// In bytes, of all of the file.
  let size: Int64
  private var rest: Range<Int64> = 0..<0

  /// Nil where no file lies there; a link is none.
  static func open(_ path: String) -> SentPart? {
    do throws(Errno) {
      let file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      let status = try FileStatus(of: file)
      return status.isFile ? SentPart(file, size: Int64(status.size)) : nil
    } catch {
      return nil
    }
  }

  private init(_ file: consuming FileDescriptor, size: Int64) {
    self.file = file
    self.size = size
  }

  func begin(_ bytes: Range<Int64>) { rest = bytes }

  /// How many bytes are still to go.
  var left: Int { rest.count }

  /// The next piece; nil where the disk does not give it.
  func take(_ count: Int) -> [UInt8]? {
    guard let bytes = try? file.bytes(at: Int(rest.lowerBound), count: count),
      bytes.count == count
    else { return nil }
    rest = rest.lowerBound +| Int64(count)..<rest.upperBound
    return bytes
  }
}

import Glibc
import VitrineLinux
import VitrineTiming

/// A byte range of an open file that is sent in pieces. Confined to the server's thread.
final class FileRangeReader {
  private let file: FileDescriptor
  /// The size of the file, in bytes.
  let size: Int64
  private var rest: Range<Int64> = 0..<0

  /// Returns nil unless the path is a regular file; links are not followed.
  static func open(_ path: String) -> FileRangeReader? {
    do throws(Errno) {
      let file = try FileDescriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      let status = try FileStatus(of: file)
      return status.isFile ? FileRangeReader(file, size: Int64(status.size)) : nil
    } catch {
      return nil
    }
  }

  private init(_ file: consuming FileDescriptor, size: Int64) {
    self.file = file
    self.size = size
  }

  func begin(_ bytes: Range<Int64>) { rest = bytes }

  /// The number of bytes left.
  var left: Int { rest.count }

  /// Returns the next piece, or nil if it cannot be read.
  func read(_ count: Int) -> [UInt8]? {
    guard let bytes = try? file.bytes(at: Int(rest.lowerBound), count: count),
      bytes.count == count
    else { return nil }
    rest = rest.lowerBound +| Int64(count)..<rest.upperBound
    return bytes
  }
}

package import VitrineCryptography
import VitrineLinux
import VitrineTiming

/// A partially downloaded file. Closed with its owner; the downloaded part stays.
package struct PartialFile: ~Copyable {
  private let file: FileDescriptor
  package let path: String
  /// The downloaded bytes.
  package private(set) var size: Int64
  private var unsettled = 0

  /// The bytes between syncs, so that a slow disk does not have to write everything at the end.
  private static let step = 8 << 20
  private static let readAtOnce = 1 << 20

  private init(_ file: consuming FileDescriptor, path: String, size: Int64) {
    self.file = file
    self.path = path
    self.size = size
  }

  static func open(_ path: String) throws(ReleaseError) -> PartialFile {
    do throws(Errno) {
      let file = try FileDescriptor(private: path)
      let size = try FileStatus(of: file).size
      return PartialFile(file, path: path, size: Int64(size))
    } catch {
      throw .notWritten(cause: "\(error)")
    }
  }

  package mutating func append(_ bytes: [UInt8]) throws(ReleaseError) {
    do throws(Errno) {
      try file.write(bytes, at: size)
      size +|= Int64(bytes.count)
      unsettled += bytes.count
      if unsettled >= Self.step {
        try file.settle()
        unsettled = 0
      }
    } catch {
      throw .notWritten(cause: "\(error)")
    }
  }

  mutating func restart() throws(ReleaseError) {
    do throws(Errno) { try file.truncate() } catch { throw .notWritten(cause: "\(error)") }
    size = 0
  }

  /// Returns the digest of the file as read from disk, not as written. Calls `isWanted` now and
  /// then; returns nil if that returns false or the file cannot be read.
  package func digest(while isWanted: () -> Bool) -> Digest? {
    var digest = IncrementalDigest()
    var place: Int64 = 0
    while place < size {
      guard isWanted(),
        let bytes = try? file.bytes(at: Int(place), count: Self.readAtOnce), !bytes.isEmpty
      else { return nil }
      digest.add(bytes)
      place +|= Int64(bytes.count)
    }
    return digest.digest()
  }

  /// Waits until the file is on disk, and makes it read-only.
  func close() throws(ReleaseError) {
    do throws(Errno) {
      try file.settle()
      try file.setMode(0o444)
    } catch {
      throw .notWritten(cause: "\(error)")
    }
  }
}

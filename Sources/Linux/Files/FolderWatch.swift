import CVitrineLinux
import Glibc

/// News of what is in folders: names that come and go, files that were written. Thread-bound.
///
/// Folders are watched rather than files: an editor, `rsync` and `mv` put a new file in the place
/// of the old one, and a watch of that looks at a file without a name. The corresponding C
/// functions are `inotify_init1` and `inotify_add_watch`.
public final class FolderWatch: Sendable {
  /// What an event loop waits on.
  public let descriptor: FileDescriptor
  private let watched: [CInt: String]
  private let binding = ThreadBinding()

  /// Watches those of the folders that there are; `missing` are the others.
  public let missing: [String]

  /// What has happened.
  public enum News: Hashable, Sendable {
    /// Something of this name, in a folder.
    case changed(folder: String, name: String)
    /// Anything may have happened: too much at once, or a folder that was watched is gone.
    case lost
  }

  /// `folders` are paths; what a link points to is what counts.
  public init(_ folders: [String]) throws(Errno) {
    descriptor = FileDescriptor(
      owning: try valueOrErrno { inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK)) })
    var (watched, missing): ([CInt: String], [String]) = ([:], [])
    for folder in Set(folders).sorted() {
      let number = unsafe inotify_add_watch(descriptor.rawValue, kernelPath(folder), Self.interest)
      if number >= 0 { watched[number] = folder } else { missing.append(folder) }
    }
    (self.watched, self.missing) = (watched, missing)
  }

  /// A file that is still being written says nothing; its last `close` does.
  // bound: constants of C
  private static let interest = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR)

  /// What has happened since the last call, without waiting.
  public func news() -> [News] {
    binding.check()
    var all: [News] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor.rawValue, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return all }
      all += Self.records(in: buffer[..<count]).map(news(of:))
    }
  }

  private struct Record {
    let number: CInt
    let mask: UInt32
    let name: String
  }

  /// `struct inotify_event`: a number, what happened, a cookie, the length of the name, the name.
  private static func records(in bytes: ArraySlice<UInt8>) -> [Record] {
    func number(at place: Int) -> UInt32 {
      bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    var records: [Record] = []
    var place = bytes.startIndex
    while place + 16 <= bytes.endIndex {
      let end = place + 16 + Int(number(at: place + 12))
      guard end <= bytes.endIndex else { break }
      // bound: a record has its head
      let name = bytes[place + 16..<end].prefix { $0 != 0 }
      records.append(
        Record(
          number: CInt(bitPattern: number(at: place)), mask: number(at: place + 4),
          name: pathText(name)))
      place = end
    }
    return records
  }

  private func news(of record: Record) -> News {
    // bound: constants of C
    let isOver = record.mask & UInt32(IN_Q_OVERFLOW | IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF)
    guard isOver == 0, let folder = watched[record.number] else { return .lost }
    return .changed(folder: folder, name: record.name)
  }
}

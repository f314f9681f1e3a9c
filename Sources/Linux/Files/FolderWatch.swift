import CVitrineLinux
import Glibc

/// A watch for changes in folders: names that appear and disappear, and files that are written.
/// Thread-bound.
///
/// It watches folders and not files, because editors, `rsync` and `mv` replace a file, and a watch
/// would stay on the deleted one (C: `inotify_init1` and `inotify_add_watch`).
package final class FolderWatch: Sendable {
  /// The descriptor for an event loop.
  package let descriptor: FileDescriptor
  private let watched: [CInt: String]
  private let binding = ThreadBinding()

  /// The folders that do not exist, and are not watched.
  package let missing: [String]

  /// A change.
  package enum Event: Hashable, Sendable {
    /// The entry with this name has changed.
    case changed(folder: String, name: String)
    /// Anything may have changed: events were lost, or a watched folder was removed.
    case lost
  }

  /// `folders` are paths; links are followed.
  package init(_ folders: [String]) throws(Errno) {
    descriptor = FileDescriptor(
      owning: try valueOrErrno { inotify_init1(CInt(IN_CLOEXEC) | CInt(IN_NONBLOCK)) })
    var (watched, missing): ([CInt: String], [String]) = ([:], [])
    for folder in Set(folders).sorted() {
      let number = unsafe inotify_add_watch(descriptor.rawValue, kernelPath(folder), Self.interest)
      if number >= 0 { watched[number] = folder } else { missing.append(folder) }
    }
    self.watched = watched
    self.missing = missing
  }

  /// A file is reported when it is closed after writing, not while it is being written.
  // bound: constants of C
  private static let interest = UInt32(
    IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_DELETE_SELF
      | IN_MOVE_SELF | IN_ONLYDIR)

  /// Returns the changes since the last call, without waiting.
  package func events() -> [Event] {
    binding.check()
    var all: [Event] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor.rawValue, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return all }
      all += Self.records(in: buffer[..<count]).map(events(of:))
    }
  }

  private struct Record {
    let number: CInt
    let mask: UInt32
    let name: String
  }

  /// Parses `struct inotify_event`: watch, mask, cookie, length of the name, name.
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

  private func events(of record: Record) -> Event {
    // bound: constants of C
    let isOver = record.mask & UInt32(IN_Q_OVERFLOW | IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF)
    guard isOver == 0, let folder = watched[record.number] else { return .lost }
    return .changed(folder: folder, name: record.name)
  }
}

import Glibc

/// A standard stream of the process. Thread-safe, like the descriptors.
package enum StandardStream: CInt, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// Writes all bytes. Returns false if the reader is gone or the file is full (C: `write`).
  @discardableResult
  package func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try? valueOrErrno {
        unsafe rest.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
      }
      guard let count, count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Whether the stream is a terminal (C: `isatty`).
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// Whether the journal reads it; it then takes a priority such as `<4>` from the start of each line. systemd
  /// names the stream in `JOURNAL_STREAM`, which children inherit even if their stream goes elsewhere; see
  /// systemd.exec(5).
  package var isJournal: Bool {
    unsafe isJournal(getenv("JOURNAL_STREAM").map { unsafe String(cString: $0) })
  }

  /// `variable` is a device and an inode, such as `8:1234`.
  func isJournal(_ variable: String?) -> Bool {
    var status = stat()
    guard unsafe fstat(rawValue, &status) == 0 else { return false }
    return variable == "\(status.st_dev):\(status.st_ino)"
  }
}

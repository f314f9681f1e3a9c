import CVitrineSystemd
import Glibc

/// An entry for systemd's journal, with fields.
///
/// Wraps `sd_journal_sendv`.
package struct JournalEntry: Sendable {
  /// `NAME=value` of each field.
  let assignments: [String]

  /// `priority` is that of syslog; see systemd.journal-fields(7).
  package init(_ text: String, priority: Int, fields: [(name: String, value: String)]) {
    let all =
      [("MESSAGE", text), ("PRIORITY", "\(priority)"), ("SYSLOG_IDENTIFIER", "vitrine")] + fields
    assignments = all.map { "\($0)=\($1)" }
  }

  /// Returns false on failure. Blocks while the journal is busy, like standard error.
  package func send() -> Bool {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for assignment in assignments {
      bytes += Array(assignment.utf8)
      ends.append(bytes.count)
    }
    return unsafe bytes.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return false }
      let parts = unsafe zip([0] + ends, ends).map { start, end in
        unsafe iovec(iov_base: base + start, iov_len: end - start)
      }
      return unsafe sd_journal_sendv(parts, CInt(parts.count)) == 0
    }
  }
}

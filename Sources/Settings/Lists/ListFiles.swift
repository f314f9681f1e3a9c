package import VitrineSchedules

/// The file system that playlists are read from: a disk, or a table in a test.
package protocol ListFiles {
  /// The type of a file, following links; nil if it is missing or inaccessible.
  func kind(of path: String) -> ListFileKind?
  /// The path of a file whose name has the same letters in another encoding; nil if there is none.
  func otherName(of path: String) -> String?
  /// Reads at most `count` bytes from the start of a file.
  func bytes(of path: String, count: Int) throws(ListFileError) -> [UInt8]
  /// The names in a folder, in any order.
  func names(in folder: String) throws(ListFileError) -> [String]
  /// The rules of a time zone; nil if the machine does not know it.
  func zone(named name: String) -> ZoneRules?
  /// The time span for which calendar events are computed.
  var calendarSpan: CalendarSpan { get }
}

package enum ListFileKind: Hashable, Sendable { case file, folder }

/// Why a file cannot be read.
package struct ListFileError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable { case missing, forbidden, broken }

  package let reason: Reason
  /// The system's error message.
  package let cause: String

  package init(_ reason: Reason, cause: String) {
    self.reason = reason
    self.cause = cause
  }
}

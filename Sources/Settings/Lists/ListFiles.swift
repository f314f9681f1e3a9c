public import VitrineSchedules

/// The files and folders that lists are read from: a disk, or a table in a test.
public protocol ListFiles {
  /// What there is at a path, behind links; nil where there is nothing, or none can say.
  func kind(of path: String) -> ListFileKind?
  /// The path of what is there under a name of the same letters in another encoding; nil where there
  /// is nothing.
  func otherName(of path: String) -> String?
  /// The first bytes of a file, `count` at most.
  func bytes(of path: String, count: Int) throws(ListFileError) -> [UInt8]
  /// The names of what lies in a folder, in any order.
  func names(in folder: String) throws(ListFileError) -> [String]
  /// The clocks of a zone of that name, as the machine knows them; nil where it does not.
  func zone(named name: String) -> ZoneRules?
  /// The time for which events of calendars are looked up.
  var calendarSpan: CalendarSpan { get }
}

public enum ListFileKind: Hashable, Sendable { case file, folder }

/// Why a file cannot be read.
public struct ListFileError: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable { case missing, forbidden, broken }

  public let reason: Reason
  /// In words, as the system has it.
  public let cause: String

  public init(_ reason: Reason, cause: String) {
    (self.reason, self.cause) = (reason, cause)
  }
}

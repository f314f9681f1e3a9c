import VitrineContent

/// The file version of each showing: the one that was at the path when the player opened it.
struct ShownVersions {
  private struct Place: Hashable {
    let output, item: String
    let begin: Int64

    init(_ record: ShowingRecord) {
      (output, item, begin) = (record.output, record.item, record.begin)
    }
  }

  /// The version last opened at each path, which is shown next.
  private var opened: [String: ContentDigests.Version] = [:]
  private var open: [Place: ContentDigests.Version] = [:]

  /// The limit for both tables: most files of an endless queue are opened once, and a showing that
  /// was never seen does not end.
  private static let most = 1000

  /// Records that a player opened the file for its next showing.
  mutating func recordOpening(of path: String) {
    if opened.count >= Self.most { opened = [:] }
    opened[path] = ContentDigests.Version(at: path)
  }

  /// Starts a showing; returns nil if the item is not a file.
  mutating func begin(_ record: ShowingRecord) -> ContentDigests.Version? {
    guard let version = opened[record.item] ?? ContentDigests.Version(at: record.item) else {
      return nil
    }
    if open.count >= Self.most { open = [:] }
    open[Place(record)] = version
    return version
  }

  /// Ends a showing and returns its version.
  mutating func end(_ record: ShowingRecord) -> ContentDigests.Version? {
    open.removeValue(forKey: Place(record))
  }
}

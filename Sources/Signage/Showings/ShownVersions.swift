import VitrineContent

/// Which version of its file each showing is of: the one that was at its path as a player told that it had opened it.
/// A value.
struct ShownVersions {
  private struct Place: Hashable {
    let output, item: String
    let begin: Int64

    init(_ record: ShowingRecord) {
      (output, item, begin) = (record.output, record.item, record.begin)
    }
  }

  /// What was opened last at a path, which is what is shown of it next.
  private var opened: [String: ContentDigests.Version] = [:]
  private var open: [Place: ContentDigests.Version] = [:]

  /// Of a queue without end most are never opened again, and of what was never told to have been seen nothing ends.
  private static let most = 1000

  /// A player has opened it, to be shown next.
  mutating func noteOpened(_ path: String) {
    if opened.count >= Self.most { opened = [:] }
    opened[path] = ContentDigests.Version(at: path)
  }

  /// It is on screen from now on; nil of what is no file.
  mutating func begin(_ record: ShowingRecord) -> ContentDigests.Version? {
    guard let version = opened[record.item] ?? ContentDigests.Version(at: record.item) else {
      return nil
    }
    if open.count >= Self.most { open = [:] }
    open[Place(record)] = version
    return version
  }

  /// It is over.
  mutating func end(_ record: ShowingRecord) -> ContentDigests.Version? {
    open.removeValue(forKey: Place(record))
  }
}

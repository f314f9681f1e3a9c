import FoundationEssentials
package import VitrineLinux

/// The persistent state of a store besides its files.
package struct ReleaseStoreState: Hashable, Codable, Sendable {
  /// The highest accepted number of a signed manifest. An older manifest may be a replay by an
  /// attacker.
  package var accepted: Int64?
  /// The releases that were shown, the latest first.
  package var shown: [String] = []
  /// The releases that must not be shown again, and why.
  package var refused: [String: String] = [:]
  /// The trial of a release that has not proven itself yet.
  package var trial: ReleaseTrial?
  /// The last release from each source.
  package var taken: [String: String] = [:]
  /// The bytes of files written so far, without current partial files.
  package var written: Int64 = 0

  static let name = "notes"
  private static let most = 1 << 20
  private static let mostShown = 8
  private static let mostRefused = 64
  private static let mostWritten: Int64 = 1 << 60

  package init() {}

  /// Returns nil if the file is damaged, and a new state if there is none. Throws if it cannot be
  /// read, since a new state would lose the newest manifest's number.
  static func read(in folder: Folder) throws(ReleaseError) -> ReleaseStoreState? {
    let bytes: [UInt8]?
    do throws(Errno) {
      bytes = try folder.contents(of: name, most: most)
    } catch .inputOutput {
      return nil
    } catch {
      throw .unusable(folder.path, cause: "its state file cannot be read: \(error)")
    }
    guard let bytes else { return ReleaseStoreState() }
    guard var state = try? JSONDecoder().decode(ReleaseStoreState.self, from: Data(bytes)) else {
      return nil
    }
    state.shown = state.shown.filter { ReleaseID($0) != nil }
    state.trial?.limit()
    state.limit()
    return state
  }

  /// Reads the state from another process; returns nil if it is damaged or unreadable.
  package static func read(at folder: Folder) -> ReleaseStoreState? {
    (try? read(in: folder)) ?? nil
  }

  func write(in folder: Folder) throws(ReleaseError) {
    var state = self
    state.limit()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let data = try? encoder.encode(state) else { return }
    do throws(Errno) {
      try folder.write(String(decoding: data, as: UTF8.self), to: Self.name)
      try folder.settle()
    } catch {
      throw .notWritten(cause: "\(error)")
    }
  }

  mutating func recordSource(_ source: String, of id: ReleaseID) {
    if taken.count >= Self.mostSources, taken[source] == nil { taken = [:] }
    taken[source] = id.text
  }

  private static let mostSources = 64

  private mutating func limit() {
    shown = Array(shown.prefix(Self.mostShown))
    written = min(max(written, 0), Self.mostWritten)
    guard refused.count > Self.mostRefused else { return }
    refused = refused.filter { shown.contains($0.key) }
  }
}

/// The trial of a new release. The release is rolled back after two failed items, or after its only
/// one, and has proven itself after enough showings.
package struct ReleaseTrial: Hashable, Codable, Sendable {
  package let set: String
  /// The failed items; nil for none.
  private var failed: Set<String>?
  package private(set) var shown = 0

  package enum Verdict: Hashable, Sendable { case undecided, good, bad }

  static let mostFailures = 2
  private static let enough = 20
  /// Extra showings, for the item on screen when the release is activated and the one opened to
  /// follow it. They belong to the previous release, but have the same paths.
  private static let mostBefore = 2

  package init(of set: ReleaseID) { self.set = set.text }

  /// Limits numbers from a damaged file.
  mutating func limit() {
    failed = failed.map { Set($0.prefix(Self.mostFailures)) }
    shown = min(max(shown, 0), 1000)
  }

  /// Counts an item that was shown to its end. `count` is the number of items.
  package mutating func recordShowing(of count: Int) -> Verdict {
    shown += 1
    return shown >= min(max(count, 1), Self.enough) + Self.mostBefore ? .good : .undecided
  }

  /// Counts a failed item once: the previous release's list may have opened it already, because the
  /// paths are the same. `count` is the number of items.
  package mutating func recordFailure(of item: String, of count: Int) -> Verdict {
    failed = (failed ?? []).union([item])
    let isBad = (failed?.count ?? 0) >= (count == 1 ? 1 : Self.mostFailures)
    return isBad ? .bad : .undecided
  }
}

import FoundationEssentials
public import VitrineLinux

/// What a store remembers beside its files. A value.
public struct SetNotes: Hashable, Codable, Sendable {
  /// The highest number of a signed manifest that was taken: what is older may be a forger's.
  public var accepted: Int64?
  /// Those that were shown, the latest first.
  public var shown: [String] = []
  /// Those that are not shown again, and why.
  public var refused: [String: String] = [:]
  /// A set that has not proved itself yet.
  public var trial: SetTrial?
  /// What came last from each place that content comes from.
  public var taken: [String: String] = [:]
  /// How many bytes of files were written so far, without what of them are parts still.
  public var written: Int64 = 0

  static let name = "notes"
  private static let most = 1 << 20
  private static let mostShown = 8
  private static let mostRefused = 64
  private static let mostWritten: Int64 = 1 << 60

  public init() {}

  /// Nil where they are damaged; new ones where there are none. Throws where they cannot be read: notes that are
  /// begun anew would forget which manifest is the newest.
  static func read(in folder: Folder) throws(SetError) -> SetNotes? {
    let bytes: [UInt8]?
    do throws(Errno) {
      bytes = try folder.contents(of: name, most: most)
    } catch .inputOutput {
      return nil
    } catch {
      throw .unusable(folder.path, cause: "its notes cannot be read: \(error)")
    }
    guard let bytes else { return SetNotes() }
    guard var notes = try? JSONDecoder().decode(SetNotes.self, from: Data(bytes)) else {
      return nil
    }
    notes.shown = notes.shown.filter { SetID($0) != nil }
    notes.trial?.limit()
    notes.limit()
    return notes
  }

  /// As another process finds them; nil where they are damaged or cannot be read.
  public static func read(at folder: Folder) -> SetNotes? { (try? read(in: folder)) ?? nil }

  func write(in folder: Folder) throws(SetError) {
    var notes = self
    notes.limit()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    guard let data = try? encoder.encode(notes) else { return }
    do throws(Errno) {
      try folder.write(String(decoding: data, as: UTF8.self), to: Self.name)
      try folder.settle()
    } catch {
      throw .notWritten(cause: "\(error)")
    }
  }

  mutating func take(_ id: SetID, from place: String) {
    if taken.count >= Self.mostPlaces, taken[place] == nil { taken = [:] }
    taken[place] = id.text
  }

  private static let mostPlaces = 64

  private mutating func limit() {
    shown = Array(shown.prefix(Self.mostShown))
    written = min(max(written, 0), Self.mostWritten)
    guard refused.count > Self.mostRefused else { return }
    refused = refused.filter { shown.contains($0.key) }
  }
}

/// How a new set fares: it is left once two of its items have failed, or its only one, and has proved itself once
/// enough of them were shown. A value.
public struct SetTrial: Hashable, Codable, Sendable {
  public let set: String
  public private(set) var failures = 0
  public private(set) var shown = 0

  public enum Verdict: Hashable, Sendable { case undecided, good, bad }

  static let mostFailures = 2
  private static let enough = 20
  /// What is on screen as the set takes its place, and what was opened to follow it, are of the set before, by the
  /// same names.
  private static let mostBefore = 2

  public init(of set: SetID) { self.set = set.text }

  /// What a damaged file says may be too much to count on.
  mutating func limit() {
    (failures, shown) = (min(max(failures, 0), 1000), min(max(shown, 0), 1000))
  }

  /// An item of it was shown to its end; it has so many items.
  public mutating func noteShown(of count: Int) -> Verdict {
    shown += 1
    return shown >= min(max(count, 1), Self.enough) + Self.mostBefore ? .good : .undecided
  }

  /// Another item failed, of so many; what fails again is not told again.
  public mutating func noteFailure(of count: Int) -> Verdict {
    failures += 1
    return failures >= (count == 1 ? 1 : Self.mostFailures) ? .bad : .undecided
  }
}

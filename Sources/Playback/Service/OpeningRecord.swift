/// The record of the files being opened, saved before each opening for the player's next start: a
/// file that crashes the player while being opened is not in the resume point yet.
package struct OpeningRecord: Hashable, Sendable {
  /// A location, and in how many previous runs the player crashed while opening it.
  package struct Suspect: Hashable, Sendable {
    package var location: String
    package var crashCount: Int

    package init(_ location: String, crashCount: Int) {
      self.location = location
      self.crashCount = crashCount
    }
  }

  /// From previous runs.
  package private(set) var suspects: [Suspect] = []
  /// The locations being opened now, the latest last.
  package private(set) var open: [String] = []
  /// The quarantined locations, for a player that ends before it saves a resume point.
  package var quarantined: [String] = []
  /// The edition, as in `CrashLoopGuard`.
  package private(set) var edition = ""

  package init(suspects: [Suspect] = [], quarantined: [String] = [], edition: String = "") {
    self.suspects = suspects
    self.quarantined = quarantined
    self.edition = edition
  }

  /// Resets the record if the locations refer to other files.
  package mutating func begin(edition: String) {
    if edition != self.edition { (suspects, quarantined, self.edition) = ([], [], edition) }
  }

  /// Replaces the open locations. Locations no longer open did no harm.
  package mutating func set(open locations: [String]) {
    let done = Set(open).subtracting(locations)
    suspects.removeAll { done.contains($0.location) }
    open = Array(locations.suffix(Self.most))
  }

  /// The suspects after a crash: the locations open at the time, each with one crash more. Other
  /// locations are cleared.
  package var suspectsAfterCrash: [Suspect] {
    open.map { location in
      let before = suspects.first { $0.location == location }?.crashCount ?? 0
      return Suspect(location, crashCount: min(before, Self.mostCrashes) + 1)
    }
  }

  /// The maximum crash count in a damaged file.
  private static let mostCrashes = 1000
  /// The maximum number of open locations.
  private static let most = 16
}

/// The file format: one entry per line, and `end` to detect truncation.
///
///     vitrine opening 1
///     suspect 2 /srv/videos/broken.mp4
///     left-out /srv/videos/bad.mp4
///     edition 0a1b
///     open /srv/videos/broken.mp4
///     end
extension OpeningRecord {
  private static let heading = "vitrine opening 1"

  /// The maximum file size in bytes.
  package static let largestFile = 256 * 1024

  /// Omits locations with line breaks or other control characters.
  package var bytes: [UInt8] {
    var lines = suspects.filter { Self.hasNoControlCharacters($0.location) }
      .map { "suspect \($0.crashCount) \($0.location)" }
    lines += quarantined.filter(Self.hasNoControlCharacters).map { "left-out \($0)" }
    if !edition.isEmpty, Self.hasNoControlCharacters(edition) { lines.append("edition \(edition)") }
    lines += open.filter(Self.hasNoControlCharacters).map { "open \($0)" }
    return RecordLines.bytes(heading: Self.heading, lines)
  }

  /// Returns nil for any deviation from the format.
  package init?(bytes: [UInt8]) {
    let entries = RecordLines.entries(of: bytes, heading: Self.heading, most: Self.largestFile)
    guard let entries else { return nil }
    for line in entries {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { return nil }
      switch parts[0] {
      case "open": open.append(parts[1])
      case "edition": edition = parts[1]
      case "left-out": quarantined.append(parts[1])
      case "suspect":
        let words = parts[1].split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2, let count = Int(words[0]), count > 0 else { return nil }
        suspects.append(Suspect(words[1], crashCount: count))
      default: return nil
      }
    }
  }

  private static func hasNoControlCharacters(_ location: String) -> Bool {
    !location.isEmpty && !location.utf8.contains { $0 < 0x20 }
  }
}

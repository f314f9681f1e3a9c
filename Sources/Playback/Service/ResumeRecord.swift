internal import VitrineTiming

/// The saved state of a player for its next start: its resume point and crashes.
package struct ResumeRecord: Hashable, Sendable {
  package var point: ResumePoint
  /// How often in a row the player crashed, or was killed because it hung, right after this point.
  package var crashCount = 0
  /// The locations of items that crashed the player repeatedly.
  package var quarantined: [String] = []
  /// The edition, as in `CrashLoopGuard`.
  package var edition = ""
  /// Whether the player exited in order.
  package var isClosed = false

  package init(_ point: ResumePoint, edition: String = "") {
    self.point = point
    self.edition = edition
  }
}

/// The file format: one entry per line, and `end` to detect truncation. The keywords are those of
/// the first release, such as `misfortunes` for the crash count and `left-out` for quarantined
/// items, so that updates and rollbacks can read each other's files.
///
/// ```
/// vitrine place 1
/// index 3
/// position 12500
/// seed 42
/// location /srv/videos/offers.mp4
/// misfortunes 1
/// left-out /srv/videos/broken.mp4
/// edition 0a1b
/// closed yes
/// end
/// ```
extension ResumeRecord {
  private static let heading = "vitrine place 1"

  private static let crashCountWord = "misfortunes"
  private static let quarantinedWord = "left-out"

  /// The maximum file size in bytes.
  package static let largestFile = 96 * 1024

  /// Nil if the location contains line breaks or other control characters.
  package var bytes: [UInt8]? {
    guard Self.hasNoControlCharacters(point.location) else { return nil }
    let milliseconds = Int64(saturating: (point.position.seconds * 1000).rounded(.down))
    var lines = ["index \(point.index)", "position \(milliseconds)"]
    if let seed = point.shuffleSeed { lines.append("seed \(seed)") }
    lines.append("location \(point.location)")
    if crashCount > 0 { lines.append("\(Self.crashCountWord) \(crashCount)") }
    lines += quarantined.filter(Self.hasNoControlCharacters).map { "\(Self.quarantinedWord) \($0)" }
    if !edition.isEmpty, Self.hasNoControlCharacters(edition) { lines.append("edition \(edition)") }
    if isClosed { lines.append("closed yes") }
    let bytes = RecordLines.bytes(heading: Self.heading, lines)
    return bytes.count <= Self.largestFile ? bytes : nil
  }

  /// Returns nil for any deviation from the format.
  package init?(bytes: [UInt8]) {
    let entries = RecordLines.entries(of: bytes, heading: Self.heading, most: Self.largestFile)
    guard let entries else { return nil }
    var words: [Substring: Substring] = [:]
    for line in entries {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      if parts[0] == Self.quarantinedWord {
        quarantined.append(String(parts[1]))
      } else if words.updateValue(parts[1], forKey: parts[0]) != nil {
        return nil
      }
    }
    guard let index = words["index"].flatMap({ Int($0) }), index >= 0,
      let milliseconds = words["position"].flatMap({ Int64($0) }),
      (0...Self.longest).contains(milliseconds), let location = words["location"]
    else { return nil }
    point = ResumePoint(
      index: index, location: String(location), position: MediaTime(milliseconds, 1000),
      shuffleSeed: words["seed"].flatMap { UInt64($0) })
    let crashes = words[Self.crashCountWord[...]].flatMap { Int($0) } ?? 0
    crashCount = min(max(crashes, 0), Self.mostCrashes)
    edition = words["edition"].map(String.init) ?? ""
    isClosed = words["closed"] == "yes"
  }

  private static func hasNoControlCharacters(_ location: String) -> Bool {
    !location.utf8.contains { $0 < 0x20 }
  }

  /// The maximum crash count in a damaged file.
  private static let mostCrashes = 1000

  /// Ten years, in milliseconds.
  private static let longest: Int64 = 10 * 365 * 86_400_000
}

/// What a player is about to open, written down before each open, for its next start: a file that
/// ends the player while it is opened is in no other note yet. A value.
public struct OpeningNote: Hashable, Sendable {
  /// A location, and in how many runs before this one the player ended while it was being opened.
  public struct Suspect: Hashable, Sendable {
    public var location: String
    public var crashCount: Int

    public init(_ location: String, crashCount: Int) {
      (self.location, self.crashCount) = (location, crashCount)
    }
  }

  /// Of the runs before.
  public private(set) var suspects: [Suspect] = []
  /// The locations that are being opened now, the latest at the end.
  public private(set) var open: [String] = []
  /// The locations that are quarantined, for a player that ends before it notes a place.
  public var quarantined: [String] = []
  /// Which files the locations lead to, as `CrashLoopGuard` has it.
  public private(set) var edition = ""

  public init(suspects: [Suspect] = [], quarantined: [String] = [], edition: String = "") {
    (self.suspects, self.quarantined, self.edition) = (suspects, quarantined, edition)
  }

  /// The locations lead to other files from now on: whatever befell those before says nothing of them.
  public mutating func begin(edition: String) {
    if edition != self.edition { (suspects, quarantined, self.edition) = ([], [], edition) }
  }

  /// These are open from now on. One that was, and is no more, did no harm.
  public mutating func set(open locations: [String]) {
    let done = Set(open).subtracting(locations)
    suspects.removeAll { done.contains($0.location) }
    open = Array(locations.suffix(Self.most))
  }

  /// After the player has ended in the middle of it: those that were open then, with one crash more.
  /// What was not open has ended nothing.
  public var suspectsAfterCrash: [Suspect] {
    open.map { location in
      let before = suspects.first { $0.location == location }?.crashCount ?? 0
      return Suspect(location, crashCount: min(before, Self.mostCrashes) + 1)
    }
  }

  /// More are not counted, whatever a damaged file says.
  private static let mostCrashes = 1000
  /// More are not written down.
  private static let most = 16
}

/// As a file has it: a line for each, and one at the end by which a whole file is known.
///
///     vitrine opening 1
///     suspect 2 /srv/videos/broken.mp4
///     left-out /srv/videos/bad.mp4
///     edition 0a1b
///     open /srv/videos/broken.mp4
///     end
extension OpeningNote {
  private static let heading = "vitrine opening 1"

  /// No file is longer, in bytes: its reader may stop after so much.
  public static let largestFile = 256 * 1024

  /// Locations that cannot be spelled in a line are left out.
  public var bytes: [UInt8] {
    var lines = [Self.heading]
    lines += suspects.filter { Self.isSpeakable($0.location) }
      .map { "suspect \($0.crashCount) \($0.location)" }
    lines += quarantined.filter(Self.isSpeakable).map { "left-out \($0)" }
    if !edition.isEmpty, Self.isSpeakable(edition) { lines.append("edition \(edition)") }
    lines += open.filter(Self.isSpeakable).map { "open \($0)" }
    return Array((lines + ["end", ""]).joined(separator: "\n").utf8)
  }

  /// Nil where anything is not as it was written.
  public init?(bytes: [UInt8]) {
    guard bytes.count <= Self.largestFile, let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 3, lines.first == Self.heading[...], lines.suffix(2) == ["end", ""] else {
      return nil
    }
    for line in lines.dropFirst().dropLast(2) {
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

  private static func isSpeakable(_ location: String) -> Bool {
    !location.isEmpty && !location.utf8.contains { $0 < 0x20 }
  }
}

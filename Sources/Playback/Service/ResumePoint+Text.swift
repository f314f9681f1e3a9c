internal import Timing

/// As a file has it: a line for each word, and one at the end by which a whole file is known.
///
///     vitrine place 1
///     index 3
///     position 12500
///     seed 42
///     location /srv/videos/offers.mp4
///     end
extension ResumePoint {
  private static let heading = "vitrine place 1"

  /// No file is longer, in bytes; whoever reads one may stop after so much.
  public static let largestFile = 16 * 1024

  /// Nil where the location cannot be spelled in a line.
  public var bytes: [UInt8]? {
    guard !location.utf8.contains(where: { $0 < 0x20 }) else { return nil }
    let milliseconds = Int64((position.seconds * 1000).rounded(.down))
    let seed = shuffleSeed.map { ["seed \($0)"] } ?? []
    let lines =
      [Self.heading, "index \(index)", "position \(milliseconds)"] + seed
      + ["location \(location)", "end", ""]
    let bytes = Array(lines.joined(separator: "\n").utf8)
    return bytes.count <= Self.largestFile ? bytes : nil
  }

  /// Nil where anything is not as it was written.
  public init?(bytes: [UInt8]) {
    guard bytes.count <= Self.largestFile, let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count >= 6, lines.first == Self.heading[...], lines.suffix(2) == ["end", ""] else {
      return nil
    }
    var words: [Substring: Substring] = [:]
    for line in lines.dropFirst().dropLast(2) {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, words.updateValue(parts[1], forKey: parts[0]) == nil else {
        return nil
      }
    }
    guard let index = words["index"].flatMap({ Int($0) }), index >= 0,
      let milliseconds = words["position"].flatMap({ Int64($0) }),
      (0...Self.longest).contains(milliseconds), let location = words["location"]
    else { return nil }
    self.init(
      index: index, location: String(location), position: MediaTime(milliseconds, 1000),
      shuffleSeed: words["seed"].flatMap { UInt64($0) })
  }

  /// Ten years, in milliseconds.
  private static let longest: Int64 = 10 * 365 * 86_400_000
}

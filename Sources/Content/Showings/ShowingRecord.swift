public import VitrineCryptography

/// What was seen of one showing, or that the program began or ended. A value; one line of text is the form in
/// which it is written down, and of which its digest is.
public struct ShowingRecord: Hashable, Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    /// The program began; what was open before ended with it.
    case start
    case stop
    case showing
  }

  /// How a showing ended.
  public enum End: String, Sendable, CaseIterable {
    case ended, cut, failed
    /// The program ended before: what was seen until then is not known.
    case killed
  }

  public var kind = Kind.showing
  /// Counts all records, without a gap.
  public var number: Int64 = 0
  /// Of the machine's start, as the kernel names it.
  public var boot = ""
  /// In nanoseconds since 1970-01-01 00:00 UTC, by the machine's clock at that time: the first flip, and the one
  /// that replaced the last picture.
  public var begin: Int64 = 0
  public var end: Int64 = 0
  /// On screen, lit and not covered, in nanoseconds.
  public var seen: Int64 = 0
  /// How far the place's clocks were ahead of UTC, in seconds.
  public var offset = 0
  public var item = ""
  public var title = ""
  /// SHA-256 of the file, in hexadecimal; empty where it is not known.
  public var content = ""
  public var list = ""
  public var campaign = ""
  public var level = ""
  public var output = ""
  public var frames: Int64 = 0
  public var late: Int64 = 0
  public var missing: Int64 = 0
  public var ending = End.ended
  /// What has hidden it for a part of it, as the bits of Playback's `Obstacles`; 0 is nothing.
  public var obstacles: Int64 = 0
  public var hasSound = false
  public var isClockTrusted = true
  /// Of the record before.
  public var previous = ""

  public init() {}

  public var isInterrupted: Bool { obstacles != 0 }

  static let mostObstacles: Int64 = 255

  /// The digest of all of it, with that of the record before.
  public var digest: Digest { Digest(of: line) }
}

/// As it is written down: fields with tabs between them, in an order of their own.
extension ShowingRecord {
  public var line: String {
    let numbers = [number, begin, end, seen, Int64(offset), frames, late, missing, obstacles]
      .map { "\($0)" }
    let flags = [hasSound, isClockTrusted].map { $0 ? "1" : "0" }
    let texts = [boot, item, title, content, list, campaign, level, output, previous]
    return (["1", kind.rawValue, ending.rawValue] + numbers + flags + texts.map(Self.escaped))
      .joined(separator: "\t")
  }

  /// Of the numbers of a line: a damaged one must not overflow where it is counted on.
  private static let bounds: [ClosedRange<Int64>] = {
    // bound: both ends are constants
    let (count, time) = (Int64(0)...(1 << 53), Int64(-1 << 62)...(1 << 62))
    // bound: both ends are constants
    let seen = Int64(0)...(366 * 86_400 * 1_000_000_000)
    // bound: both ends are constants
    return [count, time, time, seen, -99_999...99_999, count, count, count, 0...mostObstacles]
  }()

  /// Nil for what is no record.
  public init?(line: String) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 23, fields[0] == "1", line.utf8.count < 32_768,
      let kind = Kind(rawValue: fields[1]), let ending = End(rawValue: fields[2])
    else { return nil }
    let numbers = fields[3..<12].compactMap { Int64($0) }
    guard numbers.count == 9, zip(numbers, Self.bounds).allSatisfy({ $1.contains($0) }) else {
      return nil
    }
    (self.kind, self.ending) = (kind, ending)
    (number, begin, end, seen) = (numbers[0], numbers[1], numbers[2], numbers[3])
    (offset, frames, late, missing) = (Int(numbers[4]), numbers[5], numbers[6], numbers[7])
    (obstacles, hasSound, isClockTrusted) = (numbers[8], fields[12] == "1", fields[13] == "1")
    let texts = fields[14...].map(Self.plain)
    (boot, item, title, content) = (texts[0], texts[1], texts[2], texts[3])
    (list, campaign, level, output, previous) = (texts[4], texts[5], texts[6], texts[7], texts[8])
  }

  /// A tab and a line's end would end the field.
  private static func escaped(_ text: String) -> String {
    var written = ""
    for scalar in text.unicodeScalars.prefix(4096) {
      switch scalar {
      case "\\": written += "\\\\"
      case "\t": written += "\\t"
      case "\n": written += "\\n"
      case "\r": written += "\\r"
      case "\0": written += "\\0"
      default: written.unicodeScalars.append(scalar)
      }
    }
    return written
  }

  private static func plain(_ written: String) -> String {
    var (text, isEscaped) = ("", false)
    for scalar in written.unicodeScalars {
      if isEscaped {
        let known: [Unicode.Scalar: Unicode.Scalar] = ["t": "\t", "n": "\n", "r": "\r", "0": "\0"]
        text.unicodeScalars.append(known[scalar] ?? scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

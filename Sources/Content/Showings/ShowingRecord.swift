package import VitrineCryptography

/// A record of the proof-of-play log: a showing, or a start or stop of the program. It is stored
/// and hashed as one line of text.
package struct ShowingRecord: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    /// The program started, which ends all open showings.
    case start
    case stop
    case showing
  }

  /// How a showing ended.
  package enum End: String, Sendable, CaseIterable {
    case ended, cut, failed
    /// The program ended first; how much of the showing was seen is unknown.
    case killed
  }

  package var kind = Kind.showing
  /// Counts all records without gaps.
  package var number: Int64 = 0
  /// The kernel's boot ID.
  package var boot = ""
  /// Nanoseconds since 1970-01-01 00:00 UTC, by the machine's clock at that time: the first flip,
  /// and the flip that replaced the last picture.
  package var begin: Int64 = 0
  package var end: Int64 = 0
  /// Nanoseconds on screen, neither dark nor covered.
  package var seen: Int64 = 0
  /// The offset of local time from UTC, in seconds.
  package var offset = 0
  package var item = ""
  package var title = ""
  /// The SHA-256 of the file, in hexadecimal; empty if unknown.
  package var content = ""
  package var list = ""
  package var campaign = ""
  package var level = ""
  package var output = ""
  package var frames: Int64 = 0
  package var late: Int64 = 0
  package var missing: Int64 = 0
  package var ending = End.ended
  /// The obstacles that hid the showing at times, as bits of Playback's `Obstacles`.
  package var obstacles: Int64 = 0
  package var hasSound = false
  package var isClockTrusted = true
  /// The digest of the preceding record.
  package var previous = ""

  package init() {}

  package var isInterrupted: Bool { obstacles != 0 }

  static let mostObstacles: Int64 = 255

  /// The digest of the record, including its predecessor's.
  package var digest: Digest { Digest(of: line) }
}

/// The stored form: tab-separated fields in a fixed order.
extension ShowingRecord {
  package var line: String {
    let numbers = [number, begin, end, seen, Int64(offset), frames, late, missing, obstacles]
      .map { "\($0)" }
    let flags = [hasSound, isClockTrusted].map { $0 ? "1" : "0" }
    let texts = [boot, item, title, content, list, campaign, level, output, previous]
    return (["1", kind.rawValue, ending.rawValue] + numbers + flags + texts.map(Self.escaped))
      .joined(separator: "\t")
  }

  /// The limits for the numbers of a line, so that damaged ones do not overflow in sums.
  private static let bounds: [ClosedRange<Int64>] = {
    // bound: both ends are constants
    let (count, time) = (Int64(0)...(1 << 53), Int64(-1 << 62)...(1 << 62))
    // bound: both ends are constants
    let seen = Int64(0)...(366 * 86_400 * 1_000_000_000)
    // bound: both ends are constants
    return [count, time, time, seen, -99_999...99_999, count, count, count, 0...mostObstacles]
  }()

  /// Returns nil for an invalid line.
  package init?(line: String) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 23, fields[0] == "1", line.utf8.count < 32_768,
      let kind = Kind(rawValue: fields[1]), let ending = End(rawValue: fields[2])
    else { return nil }
    let numbers = fields[3..<12].compactMap { Int64($0) }
    guard numbers.count == 9, zip(numbers, Self.bounds).allSatisfy({ $1.contains($0) }) else {
      return nil
    }
    self.kind = kind
    self.ending = ending
    (number, begin, end, seen) = (numbers[0], numbers[1], numbers[2], numbers[3])
    (offset, frames, late, missing) = (Int(numbers[4]), numbers[5], numbers[6], numbers[7])
    (obstacles, hasSound, isClockTrusted) = (numbers[8], fields[12] == "1", fields[13] == "1")
    let texts = fields[14...].map(Self.plain)
    (boot, item, title, content) = (texts[0], texts[1], texts[2], texts[3])
    (list, campaign, level, output, previous) = (texts[4], texts[5], texts[6], texts[7], texts[8])
  }

  /// Escapes tabs and line breaks, which would end a field.
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

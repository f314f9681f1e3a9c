package import VitrineTiming

/// An event in the black box: a kind, the player, and two values or a text of up to 16 bytes.
package struct RecordedEvent: Hashable, Sendable {
  package enum Kind: UInt16, CaseIterable, Sendable {
    // The numbers are stored in files.
    /// The vblank's number, and the media time of the picture.
    case flip = 1
    /// A commit that the display did not accept at once.
    case refusedCommit = 2
    /// Each second: frames decoded and dropped, late frames and recoveries, all in total.
    case statistics = 3
    case display = 4
    case item = 5
    case decoder = 6
    case sound = 7
    case input = 8
    case command = 9
    case fault = 10
  }

  package let time: HostTime
  package let kind: Kind
  /// The number of the player; the main player is 0.
  package let source: UInt16
  package let first: UInt64
  package let second: UInt64

  package init(
    _ kind: Kind, source: UInt16 = 0, _ first: UInt64 = 0, _ second: UInt64 = 0, at time: HostTime
  ) {
    (self.kind, self.source, self.time) = (kind, source, time)
    (self.first, self.second) = (first, second)
  }

  /// Packs the beginning of a text into two values.
  package static func packed(_ text: String) -> (UInt64, UInt64) {
    var words: (UInt64, UInt64) = (0, 0)
    for (index, byte) in text.utf8.prefix(16).enumerated() {
      let shifted = UInt64(byte) << UInt64(index % 8 * 8)
      if index < 8 { words.0 |= shifted } else { words.1 |= shifted }
    }
    return words
  }

  private var text: String {
    let bytes = [first, second].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
    // A character may have been cut.
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      .filter { $0 != "\u{FFFD}" }
  }

  /// A human-readable text; `previous` is the previous flip of the same player.
  package func description(after previous: RecordedEvent?) -> String {
    let place = source == 0 ? "" : " (player \(source + 1))"
    return switch kind {
    case .flip: "flip\(place): \(flipText(after: previous))"
    case .refusedCommit: "commit refused\(place)"
    case .statistics:
      "statistics\(place): \(first >> 32) decoded, \(first & 0xffff_ffff) dropped, \(second >> 32) late, "
        + "\(second & 0xffff_ffff) recoveries"
    case .display: "display\(place): \(text)"
    case .item: "item\(place): \(text)"
    case .decoder: "decoder\(place): \(text)"
    case .sound: "sound\(place): \(text)"
    case .input: "input\(place): \(text)"
    case .command: "command\(place): \(text)"
    case .fault: "fault\(place): \(text)"
    }
  }

  private func flipText(after previous: RecordedEvent?) -> String {
    let position = Double(Int64(bitPattern: second)) / 1e9
    let picture = "picture of \(Self.text(position, digits: 3)) s"
    guard let previous else { return "vblank \(first), \(picture)" }
    let milliseconds = (time - previous.time).seconds * 1000
    let vblanks = first &- previous.first
    return
      "vblank \(first), \(picture), \(Self.text(milliseconds, digits: 1)) ms and \(vblanks) vblanks after"
  }

  /// Formats a number with a fixed number of digits.
  static func text(_ value: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { power, _ in power * 10 }
    let whole = Int64(saturating: (abs(value) * scale).rounded())
    let unit = Int64(scale)
    let fraction = "\(whole % unit)"
    let sign = value < 0 && whole != 0 ? "-" : ""
    return "\(sign)\(whole / unit)." + String(repeating: "0", count: digits - fraction.count)
      + fraction
  }
}

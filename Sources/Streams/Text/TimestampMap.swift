internal import VitrineTiming

/// The relation of WebVTT times to the timestamps of other segments: `X-TIMESTAMP-MAP` of RFC
/// 8216bis, 3.1.4.
package struct TimestampMap: Hashable, Sendable {
  /// Added to WebVTT times to get timestamps, in nanoseconds.
  package let offset: Int64

  /// The time after which 33-bit timestamps at 90 kHz wrap, in nanoseconds.
  package static let period: Int64 = (1 << 33) *| 100_000 / 9

  /// Returns nil if the head of the file has no valid map.
  package init?(inHeadOf bytes: [UInt8]) {
    let head = String(decoding: bytes.prefix(Self.longestHead), as: UTF8.self)
    // A line may end with two characters, which Swift treats as one.
    let lines = head.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let map = lines.prefix { !$0.isEmpty }.first { $0.hasPrefix(Self.name) }
    guard let values = map?.dropFirst(Self.name.count).split(separator: ",") else { return nil }
    var (stamp, local): (Int64?, Int64?)
    for value in values.map({ $0.filter { !$0.isWhitespace } }) {
      // bound: below it is one of 33 bits, or none
      if value.hasPrefix("MPEGTS:") { stamp = Int64(value.dropFirst(7)) }
      if value.hasPrefix("LOCAL:") { local = Self.nanoseconds(value.dropFirst(6)) }
    }
    guard let stamp, let local, (0..<1 << 33).contains(stamp) else { return nil }
    offset = stamp *| 100_000 / 9 -| local
  }

  private static let name = "X-TIMESTAMP-MAP="
  private static let longestHead = 4096

  /// Parses `hh:mm:ss.ttt` with optional hours.
  private static func nanoseconds(_ text: some StringProtocol) -> Int64? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count), let seconds = Double(fields[fields.count - 1]),
      (0..<60).contains(seconds)
    else { return nil }
    var minutes: Int64 = 0
    for field in fields.dropLast() {
      guard let value = Int64(field), (0..<1_000_000).contains(value) else { return nil }
      minutes = minutes *| 60 +| value
    }
    return minutes *| 60_000_000_000 +| Int64(saturating: (seconds * 1000).rounded()) *| 1_000_000
  }
}

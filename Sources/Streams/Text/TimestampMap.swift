internal import VitrineTiming

/// How times in WebVTT relate to the stamps of the segments beside it: `X-TIMESTAMP-MAP` of RFC 8216bis,
/// 3.1.4.
public struct TimestampMap: Hashable, Sendable {
  /// Added to its times they are stamps, in nanoseconds.
  public let offset: Int64

  /// Stamps have 33 bits at 90 kHz: after so many nanoseconds they begin again.
  public static let period: Int64 = (1 << 33) *| 100_000 / 9

  /// Nil where the head of a file says nothing of it, or nonsense.
  public init?(inHeadOf bytes: [UInt8]) {
    let head = String(decoding: bytes.prefix(Self.longestHead), as: UTF8.self)
    // A line's end may be two characters, of which Swift makes one.
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

  /// `hh:mm:ss.ttt`, the hours being optional.
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

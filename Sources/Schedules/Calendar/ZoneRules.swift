internal import VitrineTiming

/// The UTC offsets of a time zone, read from a file of the machine's zone database.
///
/// Specified by RFC 9636: a list of transitions, and a rule for the time after the last one. The
/// rule alone would be wrong for places whose clock changes depend on the moon.
package struct ZoneRules: Hashable, Sendable {
  /// The start and the offset of each period.
  private var moments: [Int64] = []
  private var offsets: [Int] = []
  /// The offset before the first transition.
  private var earliest = 0
  /// The rule after the last transition.
  private var rule: ZoneRule?

  package static let utc = ZoneRules()

  private init() {}

  /// Why a zone file is invalid.
  package struct Fault: Error, Hashable, Sendable {
    package let cause: String
  }

  /// Parses a file of version 2 or later, which contains a rule.
  package init(tzif bytes: [UInt8]) throws(Fault) {
    var reader = Reader(bytes: bytes)
    let old = try reader.header()
    guard old.version >= 2 else { throw Fault(cause: "the time zone file's version is too old") }
    try reader.skip(old.size(timeSize: 4))
    let header = try reader.header()
    try readSpells(&reader, header)
    guard let text = reader.footer() else { throw Fault(cause: "the time zone file has no footer") }
    guard !text.isEmpty else { return }
    guard let rule = ZoneRule(text: text) else {
      throw Fault(cause: "invalid time zone rule")
    }
    self.rule = rule
  }

  /// Returns the offset in seconds, at a second since 1970-01-01 00:00 UTC.
  package func offset(at moment: Int64) -> Int {
    guard let last = moments.last else { return rule?.offset(at: moment) ?? earliest }
    if moment >= last, let rule { return rule.offset(at: moment) }
    var (low, high) = (0, moments.count)
    while low < high {
      let middle = (low + high) / 2
      if moments[middle] <= moment { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? earliest : offsets[low - 1]
  }

  package var clock: WallClock { WallClock { offset(at: $0) } }

  // bound: the header's counts are limited
  private mutating func readSpells(_ reader: inout Reader, _ header: Header) throws(Fault) {
    for _ in 0..<header.times { moments.append(try reader.integer(8)) }
    var kinds: [Int] = []
    for _ in 0..<header.times { kinds.append(Int(try reader.integer(1))) }
    var known: [Int] = []
    for _ in 0..<header.kinds {
      known.append(Int(try reader.integer(4)))
      try reader.skip(2)
    }
    try reader.skip(header.size(timeSize: 8) - header.times * 9 - header.kinds * 6)
    guard zip(moments, moments.dropFirst()).allSatisfy(<),
      known.allSatisfy({ $0.magnitude < 26 * 3600 }), kinds.allSatisfy(known.indices.contains)
    else { throw Fault(cause: "inconsistent time zone file") }
    offsets = kinds.map { known[$0] }
    earliest = known.first ?? 0
  }
}

extension ZoneRules {
  private struct Header {
    let version: Int
    let isUTC: Int
    let isStandard: Int
    let leaps: Int
    let times: Int
    let kinds: Int
    let letters: Int

    func size(timeSize: Int) -> Int {
      times *| (timeSize + 1) + kinds * 6 + letters + leaps *| (timeSize + 4) + isStandard + isUTC
    }
  }

  /// A reader with bounds checks.
  private struct Reader {
    let bytes: [UInt8]
    var place = 0

    /// More than any zone's transitions, name characters or leap seconds.
    private static let most = 100_000

    mutating func header() throws(Fault) -> Header {
      guard bytes.count >= place + 44, bytes[place..<place + 4].elementsEqual("TZif".utf8) else {
        throw Fault(cause: "not a time zone file")
      }
      let version = bytes[place + 4]
      place += 20
      var counts: [Int] = []
      for _ in 0..<6 { counts.append(Int(try integer(4))) }
      guard counts.allSatisfy({ (0...Self.most).contains($0) }) else {
        throw Fault(cause: "the time zone file is too large")
      }
      return Header(
        version: version == 0 ? 1 : Int(version) - 48, isUTC: counts[0], isStandard: counts[1],
        leaps: counts[2], times: counts[3], kinds: counts[4], letters: counts[5])
    }

    mutating func integer(_ size: Int) throws(Fault) -> Int64 {
      guard bytes.count - place >= size else { throw Fault(cause: "truncated time zone file") }
      defer { place += size }
      var value: Int64 = size > 1 && bytes[place] >= 0x80 ? -1 : 0
      for byte in bytes[place..<place + size] { value = value << 8 | Int64(byte) }
      return value
    }

    mutating func skip(_ size: Int) throws(Fault) {
      guard size >= 0, bytes.count - place >= size else {
        throw Fault(cause: "truncated time zone file")
      }
      place += size
    }

    /// Returns the text between the last two line ends.
    func footer() -> String? {
      guard bytes.count > place, bytes[place] == 10,
        let end = bytes[(place + 1)...].firstIndex(of: 10),
        end - place < 200
      else { return nil }
      // bound: the end was searched after the start
      return String(decoding: bytes[place + 1..<end], as: UTF8.self)
    }
  }
}

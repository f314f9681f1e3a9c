internal import VitrineTiming

/// Decides which bytes of a file are asked for next. A value.
///
/// Requests are bounded, so that none has to be halted: HTTP/2's windows hold many megabytes. What a
/// demuxer jumps to is asked for beside what is under way: an index often lies at the end.
public struct ReadAhead: Hashable, Sendable {
  /// How far ahead of the reader is asked for, in bytes.
  public var most: Int64 = 24 << 20
  /// What is kept in all; the rest is for what lies behind, and for indexes.
  public var capacity = 32 << 20
  /// How many bytes one request asks for; the first for less, since what it leads to may lie
  /// elsewhere.
  public var piece: Int64 = 4 << 20
  public var firstPiece: Int64 = 1 << 20
  /// A request that is this near to what is needed is waited for.
  static let nearEnough: Int64 = 256 << 10
  static let mostFlights = 2

  public init() {}

  /// A request that is under way.
  struct Flight: Hashable {
    /// Where its next byte belongs.
    var next: Int64
    /// Behind its last one.
    var end: Int64
  }

  enum Step: Hashable {
    case nothing
    case begin(Range<Int64>)
    /// The request at this place in the row makes room for another one.
    case replace(Int, Range<Int64>)
  }

  /// `position` is where the reader is, `missing` where the first byte ahead of it is missing, and
  /// `known` where bytes begin again that are there.
  func step(
    position: Int64, missing: Int64, known: Int64?, size: Int64?, flights: [Flight]
  ) -> Step {
    if let size, missing >= size { return .nothing }
    let isComing = flights.contains {
      $0.next <= missing && missing < $0.end && missing -| $0.next <= Self.nearEnough
    }
    if isComing { return .nothing }
    // While the reader has enough, only one request is under way at a time.
    let isStarving = missing == position
    guard isStarving || flights.isEmpty && missing -| position <= most -| piece else {
      return .nothing
    }
    let length = missing == 0 ? firstPiece : piece
    let end = min(missing.saturatingAdd(length), known ?? .max, size ?? .max)
    // bound: the caller has found that bytes are missing before the end
    guard flights.count >= Self.mostFlights else { return .begin(missing..<end) }
    // bound: the same
    return .replace(0, missing..<end)
  }
}

internal import VitrineTiming

/// The rules for which bytes of a file to request next.
///
/// Requests have a limited range, so that none has to be paused: HTTP/2's windows hold many
/// megabytes. After a seek, a request is sent in parallel to the current one, because an index is
/// often at the end of the file.
package struct ReadAhead: Hashable, Sendable {
  /// How far ahead of the reader to request, in bytes.
  package var most: Int64 = 24 << 20
  /// The total memory; the rest is for data that the reader has passed, and for indexes.
  package var capacity = 32 << 20
  /// The size of a request. The first one is smaller, since the reader may jump elsewhere
  /// afterwards.
  package var piece: Int64 = 4 << 20
  package var firstPiece: Int64 = 1 << 20
  /// A request that is this close to the needed byte is awaited.
  static let nearEnough: Int64 = 256 << 10
  static let mostFlights = 2

  package init() {}

  /// A request in progress.
  struct Flight: Hashable {
    /// The position of its next byte.
    var next: Int64
    /// The end of its range.
    var end: Int64
  }

  enum Step: Hashable {
    case nothing
    case begin(Range<Int64>)
    /// Cancel the request at this index for another one.
    case replace(Int, Range<Int64>)
  }

  /// Returns the next request. `position` is the reader's, `missing` the first missing byte ahead
  /// of it, and `known` where the next available bytes begin.
  func step(
    position: Int64, missing: Int64, known: Int64?, size: Int64?, flights: [Flight]
  ) -> Step {
    if let size, missing >= size { return .nothing }
    let isComing = flights.contains {
      $0.next <= missing && missing < $0.end && missing -| $0.next <= Self.nearEnough
    }
    if isComing { return .nothing }
    // While the reader has enough data, there is only one request at a time.
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

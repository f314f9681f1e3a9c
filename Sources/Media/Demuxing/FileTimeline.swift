import VitrineTiming

/// An approximate map of times to bytes in a file whose timestamps jump, derived from a few places.
/// It is good enough to show a duration and to seek. Files with usable timestamps have none.
///
/// Between two places without a jump, their timestamps give the time between them; otherwise it is
/// estimated from the bytes and the average rate.
struct FileTimeline: Sendable {
  /// The timestamp of the first packet after a byte of the file, in nanoseconds.
  typealias Place = (byte: Int64, stamp: Int64)

  /// Times from the file's beginning, in nanoseconds.
  private let places: [(byte: Int64, time: Int64)]
  private let size: Int64

  /// The rates within a recording differ by less than this factor.
  private static let mostUneven = 4.0
  /// Packets at a place differ by up to this time, in nanoseconds: a smaller difference is not a
  /// jump.
  private static let slack = 1_000_000_000.0

  /// `places` are in file order, and `size` is in bytes. Returns nil if there is no jump.
  init?(_ places: [Place], size: Int64) {
    let steps = zip(places, places.dropFirst()).map { ($1.byte -| $0.byte, $1.stamp -| $0.stamp) }
    let paces = steps.filter { $0.0 > 0 && $0.1 > 0 }.map { Double($0.1) / Double($0.0) }.sorted()
    guard let first = places.first, !paces.isEmpty else { return nil }
    let pace = paces[paces.count / 2]
    var (known, time, hasJump) = ([(byte: Int64(0), time: Int64(0))], 0.0, false)
    time += Double(first.byte) * pace
    known.append((first.byte, Int64(saturating: time)))
    for (step, place) in zip(steps, places.dropFirst()) {
      let usual = Double(step.0) * pace
      let isJump =
        step.1 < 0 || Double(step.1) > usual * Self.mostUneven + Self.slack
      hasJump = hasJump || isJump
      time += isJump ? usual : Double(step.1)
      known.append((place.byte, Int64(saturating: time)))
    }
    guard hasJump, let last = known.last, time < 1e18 else { return nil }
    known.append((size, last.time +| Int64(saturating: Double(max(size -| last.byte, 0)) * pace)))
    (self.places, self.size) = (known, size)
  }

  /// The duration of the file.
  var duration: MediaTime { MediaTime(nanoseconds: places.last?.time ?? 0) }

  /// Returns the byte position of a time from the file's beginning.
  func byte(at time: MediaTime) -> Int64 {
    let wanted = min(max(time.nanoseconds, 0), duration.nanoseconds)
    guard let next = places.firstIndex(where: { $0.time >= wanted }), next > 0 else { return 0 }
    let (low, high) = (places[next - 1], places[next])
    guard high.time > low.time else { return low.byte }
    let share = Double(wanted -| low.time) / Double(high.time -| low.time)
    return low.byte +| Int64(saturating: share * Double(high.byte -| low.byte))
  }
}

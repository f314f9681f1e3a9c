import VitrineTiming

/// Which time lies where in a file whose time stamps jump: found out from a few places, and good
/// enough to show a length and to seek. Nil is a file whose stamps tell it better. A value.
///
/// Between two places without a jump their stamps tell how much time lies there; where there is
/// one, the bytes do, by what others take.
struct FileTimeline: Sendable {
  /// What the first packet after a byte of the file has for a time stamp, in nanoseconds.
  typealias Place = (byte: Int64, stamp: Int64)

  /// Times from the file's beginning, in nanoseconds.
  private let places: [(byte: Int64, time: Int64)]
  private let size: Int64

  /// Rates of one recording differ by less than this.
  private static let mostUneven = 4.0
  /// Packets of a place are this far apart, in nanoseconds: what differs by less is no jump.
  private static let slack = 1_000_000_000.0

  /// `places` are in the file's order, and `size` is the file's, in bytes. Nil where no jump shows.
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

  /// How long all of it is.
  var duration: MediaTime { MediaTime(nanoseconds: places.last?.time ?? 0) }

  /// Where in the file a time lies, counted from its beginning.
  func byte(at time: MediaTime) -> Int64 {
    let wanted = min(max(time.nanoseconds, 0), duration.nanoseconds)
    guard let next = places.firstIndex(where: { $0.time >= wanted }), next > 0 else { return 0 }
    let (low, high) = (places[next - 1], places[next])
    guard high.time > low.time else { return low.byte }
    let share = Double(wanted -| low.time) / Double(high.time -| low.time)
    return low.byte +| Int64(saturating: share * Double(high.byte -| low.byte))
  }
}

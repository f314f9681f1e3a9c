internal import Pictures
internal import Timing

/// A finger that looks for a place in the item: on the slider, or across the picture.
struct Scrubbing: Hashable, Sendable {
  /// Where it began, to go back to.
  let origin: MediaTime
  private(set) var target: MediaTime
  let isFine: Bool
  private let duration: MediaTime

  /// What a drag across all of the picture's width is worth.
  static let fineRange = MediaTime(90, 1)

  init(from origin: MediaTime, duration: MediaTime, isFine: Bool) {
    (self.origin, self.duration, self.isFine) = (origin, duration, isFine)
    target = origin
  }

  /// The finger is on the slider at this part of its length, 0 to 1.
  mutating func move(toShare share: Double) {
    target = Self.time(atShare: share, of: duration)
  }

  /// The finger has gone this part of the picture's width.
  mutating func move(byWidths widths: Double) {
    guard widths.isFinite else { return }
    let range = min(Self.fineRange, duration).seconds
    target = Self.time(min(max(origin.seconds + widths * range, 0), duration.seconds))
  }

  static func time(atShare share: Double, of duration: MediaTime) -> MediaTime {
    guard share.isFinite else { return .zero }
    return time(duration.seconds * min(max(share, 0), 1))
  }

  /// Finer than a millisecond no finger is. A damaged file claims to be longer than all time.
  private static func time(_ seconds: Double) -> MediaTime {
    MediaTime(Int64((min(max(seconds, 0), 9e9) * 1000).rounded()), 1000)
  }
}

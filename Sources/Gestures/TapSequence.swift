import VitrineTiming

/// Taps that follow each other on the same region, and may still be followed by one.
struct TapSequence<Region: Hashable & Sendable>: Sendable {
  let region: Region
  let count: Int
  /// The next one has to land before this.
  let expires: HostTime

  /// Starts with, or goes on with, a tap that was lifted at `time`.
  init(on region: Region, count: Int, lifted time: HostTime, _ limits: TouchLimits) {
    (self.region, self.count) = (region, count)
    expires = time + (count == 1 ? limits.secondTap : limits.furtherTap)
  }

  /// Whether a stroke that landed there and then would be the next one if it became a tap.
  func isContinued(by stroke: Stroke, on region: Region?) -> Bool {
    stroke.landed < expires && region == self.region
  }
}

import VitrineTiming

/// Consecutive taps on the same region that another tap may continue.
struct TapSequence<Region: Hashable & Sendable>: Sendable {
  let region: Region
  let count: Int
  /// The next tap has to land before this.
  let expires: HostTime

  /// Starts or continues with a tap that was lifted at `time`.
  init(on region: Region, count: Int, lifted time: HostTime, _ limits: TouchLimits) {
    self.region = region
    self.count = count
    expires = time + (count == 1 ? limits.secondTap : limits.furtherTap)
  }

  /// Whether a stroke would continue the sequence if it became a tap.
  func isContinued(by stroke: Stroke, on region: Region?) -> Bool {
    stroke.landed < expires && region == self.region
  }
}

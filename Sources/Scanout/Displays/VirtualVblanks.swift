internal import VitrineTiming

/// Vblanks that a clock makes, for as long as no display does.
struct VirtualVblanks {
  let origin: HostTime
  let period: Duration

  /// The number of the latest one.
  func number(at time: HostTime) -> Int64 {
    (time - origin).nanoseconds / period.nanoseconds
  }

  func time(of number: Int64) -> HostTime {
    HostTime(nanoseconds: origin.nanoseconds + number * period.nanoseconds)
  }

  /// As a display counts them.
  func latest(at time: HostTime) -> (sequence: UInt32, time: HostTime) {
    let number = number(at: time)
    return (UInt32(truncatingIfNeeded: number), self.time(of: number))
  }
}

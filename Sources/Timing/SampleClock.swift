/// Which sample is heard when: a line through what a sound device said of its position.
///
/// A device reports its position in coarse steps (a period, a DMA burst, a tick of the
/// kernel), so that a single report lags by up to 10 ms. A least-squares line over the last
/// ten seconds or so, lifted to the upper edge of the reports, does not. A value; the sound
/// thread owns it, other threads read a copy.
public struct SampleClock: Sendable {
  /// Samples per second as the device promises.
  public let nominalRate: Double
  private var reports: [(seconds: Double, samples: Double)] = []
  private var next = 0
  private var origin: (time: HostTime, sample: Int64)
  private var line: (slope: Double, offset: Double)
  private static let capacity = 512

  /// A clock that starts with `sample` heard at `time`, running at the promised rate.
  public init(rate: Double, sample: Int64, at time: HostTime) {
    nominalRate = rate
    origin = (time, sample)
    line = (rate, 0)
    reports.reserveCapacity(Self.capacity)
  }

  /// Takes one report of the device: `sample` was the position at `time`.
  public mutating func observe(sample: Int64, at time: HostTime) {
    let report = ((time - origin.time).seconds, Double(sample - origin.sample))
    if reports.count < Self.capacity { reports.append(report) } else { reports[next] = report }
    next = (next + 1) % Self.capacity
    fit()
  }

  /// The measured rate over the promised one.
  public var relativeRate: Double { line.slope / nominalRate }

  /// The sample heard at `time`, with its fraction.
  public func sample(at time: HostTime) -> Double {
    Double(origin.sample) + line.offset + line.slope * (time - origin.time).seconds
  }

  /// When `sample` is heard.
  public func time(of sample: Int64) -> HostTime {
    let seconds = (Double(sample - origin.sample) - line.offset) / line.slope
    return origin.time + Duration(roundingNanoseconds: seconds * 1e9)
  }

  /// Whether there are enough reports to go by.
  public var isSettled: Bool { reports.count >= 25 }

  /// Over a short stretch the steps of the reports would tilt the line, so until they span
  /// four seconds only its offset is fitted, and the promised rate holds.
  private mutating func fit() {
    let count = Double(reports.count)
    let (x, y) = reports.reduce((0.0, 0.0)) { ($0.0 + $1.seconds, $0.1 + $1.samples) }
    let mean = (x / count, y / count)
    var (variance, covariance, first, last) = (0.0, 0.0, Double.infinity, -Double.infinity)
    for report in reports {
      let distance = report.seconds - mean.0
      variance += distance * distance
      covariance += distance * (report.samples - mean.1)
      (first, last) = (min(first, report.seconds), max(last, report.seconds))
    }
    let fitted = last - first > 4 ? covariance / variance : nominalRate
    // A crystal is never off by more than this; a line that says so has seen a fault.
    let slope = min(max(fitted, nominalRate * 0.8), nominalRate * 1.2)
    let deviations = reports.reduce(0.0) { sum, report in
      let distance = report.samples - mean.1 - slope * (report.seconds - mean.0)
      return sum + distance * distance
    }
    // Reports lag by anything from nothing to one step, evenly: half a step, which is √3
    // standard deviations, lies between their mean and the truth.
    let halfStep = (3 * deviations / count).squareRoot()
    line = (slope, mean.1 - slope * mean.0 + halfStep)
  }
}

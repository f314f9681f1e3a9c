/// A map from host time to the sample being heard: a line through the position reports of a sound
/// device.
///
/// Devices report their position in coarse steps (a period, a DMA burst, a kernel tick), so that a
/// single report lags by up to 10 ms. A least-squares line over about ten seconds, shifted to the
/// upper edge of the reports, does not lag. The sound thread owns it, and other threads read a
/// copy.
package struct SampleClock: Sendable {
  /// The device's nominal rate in samples per second.
  package let nominalRate: Double
  private var reports: [(seconds: Double, samples: Double)] = []
  private var next = 0
  private var origin: (time: HostTime, sample: Int64)
  private var line: (slope: Double, offset: Double)
  private static let capacity = 512

  /// Starts with `sample` heard at `time`, at the nominal rate.
  package init(rate: Double, sample: Int64, at time: HostTime) {
    nominalRate = rate
    origin = (time, sample)
    line = (rate, 0)
    reports.reserveCapacity(Self.capacity)
  }

  /// Adds a report of the device: `sample` was the position at `time`.
  package mutating func observe(sample: Int64, at time: HostTime) {
    let report = ((time - origin.time).seconds, Double(sample - origin.sample))
    if reports.count < Self.capacity { reports.append(report) } else { reports[next] = report }
    next = (next + 1) % Self.capacity
    fit()
  }

  /// The measured rate divided by the nominal one.
  package var relativeRate: Double { line.slope / nominalRate }

  /// Returns the sample heard at `time`, with its fraction.
  package func sample(at time: HostTime) -> Double {
    Double(origin.sample) + line.offset + line.slope * (time - origin.time).seconds
  }

  /// Returns when `sample` is heard.
  package func time(of sample: Int64) -> HostTime {
    let seconds = (Double(sample - origin.sample) - line.offset) / line.slope
    return origin.time + Duration(roundingNanoseconds: seconds * 1e9)
  }

  /// Whether there are enough reports.
  package var isSettled: Bool { reports.count >= 25 }

  /// Fits the line. Over a short time the steps would tilt it: until the reports span four seconds,
  /// only its offset is fitted, with the nominal rate.
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
    // No crystal is off by more than this; such a slope results from a fault.
    let slope = min(max(fitted, nominalRate * 0.8), nominalRate * 1.2)
    let deviations = reports.reduce(0.0) { sum, report in
      let distance = report.samples - mean.1 - slope * (report.seconds - mean.0)
      return sum + distance * distance
    }
    // The lag of reports is uniformly distributed up to one step: their mean lags by half a step,
    // which is √3 standard deviations.
    let halfStep = (3 * deviations / count).squareRoot()
    line = (slope, mean.1 - slope * mean.0 + halfStep)
  }
}

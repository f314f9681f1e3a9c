package import VitrineTiming

/// A meter of the download rate of all transfers together, while there are any.
///
/// Samples have a half-life of five seconds of downloading; pauses do not count as slow.
package struct BandwidthMeter: Hashable, Sendable {
  private var latest: HostTime?
  private var bytes = 0.0
  private var seconds = 0.0

  private static let halfLife = 5.0
  /// A longer time without bytes is a pause; only this much of it counts.
  private static let longestGap = 0.5
  /// A rate needs at least this much time to be meaningful.
  private static let leastTime = 0.2

  package init() {}

  /// In bits per second; nil until it is known.
  package var rate: Double? { seconds < Self.leastTime ? nil : bytes * 8 / seconds }

  /// Records received bytes.
  package mutating func record(bytes count: Int, at now: HostTime) {
    defer { latest = now }
    guard let latest else { return }
    let time = min(max((now - latest).seconds, 0), Self.longestGap)
    // Approximates a power of 1/2, which is accurate for such short times.
    let kept = 1 - 0.693 * time / Self.halfLife
    bytes = bytes * kept + Double(count)
    seconds = seconds * kept + time
  }
}

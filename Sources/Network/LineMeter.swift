public import VitrineTiming

/// How fast bytes come over the network, of all transfers together, while any do. A value.
///
/// Half of what was is forgotten after five seconds of fetching; pauses are no slow line.
public struct LineMeter: Hashable, Sendable {
  private var latest: HostTime?
  private var bytes = 0.0
  private var seconds = 0.0

  private static let halfLife = 5.0
  /// A longer time between bytes is a pause, of which so much counts.
  private static let longestGap = 0.5
  /// In less time too little comes to tell.
  private static let leastTime = 0.2

  public init() {}

  /// In bits each second; nil before it is known.
  public var rate: Double? { seconds < Self.leastTime ? nil : bytes * 8 / seconds }

  /// Bytes have come.
  public mutating func note(bytes count: Int, at now: HostTime) {
    defer { latest = now }
    guard let latest else { return }
    let time = min(max((now - latest).seconds, 0), Self.longestGap)
    // Near enough to a power of a half for so short a time.
    let kept = 1 - 0.693 * time / Self.halfLife
    bytes = bytes * kept + Double(count)
    seconds = seconds * kept + time
  }
}

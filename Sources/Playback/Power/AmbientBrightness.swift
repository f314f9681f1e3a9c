package import VitrineTiming

/// Decides the brightness of displays by the light around them. Pure.
///
/// Eyes and displays adapt slowly: short changes, such as a passing shadow, are averaged out, and
/// small ones are ignored.
package struct AmbientBrightness: Sendable {
  /// In per cent.
  private let range: ClosedRange<Int>
  /// The average, from 0 (dark) to 1 (bright); nil before the first reading.
  private var average: Double?
  private var latestReading: HostTime?
  private var lostSince: HostTime?
  /// The brightness that was decided last.
  package private(set) var percent: Int

  /// The light in lux, and the share of the range. Between them it is interpolated.
  private static let curve: [(lux: Double, share: Double)] = [
    (0, 0), (3, 0.1), (10, 0.25), (30, 0.4), (100, 0.55), (300, 0.75), (1000, 1),
  ]
  /// The brightness follows more light faster than less: a dark display in bright light cannot be read.
  private static let (brightening, darkening) = (Duration.seconds(4), Duration.seconds(20))
  /// Smaller differences, as a share of the range, are ignored.
  private static let hysteresis = 0.05
  /// How long the brightness stays without a sensor.
  private static let patience = Duration.seconds(600)

  /// The range in per cent: `sensor`, or `sensor 20-80`. Returns nil for invalid text.
  package static func range(_ text: String) -> ClosedRange<Int>? {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.first == "sensor", words.count <= 2 else { return nil }
    guard words.count == 2 else { return 10...100 }
    let ends = words[1].split(separator: "-", omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy(digits.contains) }),
      let low = Int(ends[0]), let high = Int(ends[1]), low < high, high <= 100
    else { return nil }
    return low...high
  }

  /// Until the first reading, the brightness is that for bright light.
  package init(_ range: ClosedRange<Int>) {
    (self.range, percent) = (range, range.upperBound)
  }

  /// The share of the range for a light.
  static func share(of lux: Double) -> Double {
    guard let above = curve.firstIndex(where: { $0.lux >= lux }) else { return 1 }
    guard above > 0 else { return 0 }
    let (low, high) = (curve[above - 1], curve[above])
    return low.share + (high.share - low.share) * (lux - low.lux) / (high.lux - low.lux)
  }

  /// Handles a reading in lux. Returns the brightness if it changes.
  package mutating func feed(_ lux: Double, at now: HostTime) -> Int? {
    let share = Self.share(of: lux)
    // After a pause the average is outdated.
    let isFirst = average == nil || lostSince != nil
    let before = average ?? share
    let elapsed = latestReading.map { max((now - $0).seconds, 0) } ?? 0
    let delay = (share > before ? Self.brightening : Self.darkening).seconds
    let next = isFirst ? share : before + (share - before) * elapsed / (elapsed + delay)
    (average, latestReading, lostSince) = (next, now, nil)
    let shown = Double(percent - range.lowerBound) / Double(max(range.count - 1, 1))
    // The ends of the range are always reached.
    let isEnd = (share == 0 || share == 1) && abs(share - next) < 0.01
    guard isFirst || isEnd || abs(next - shown) >= Self.hysteresis else { return nil }
    return change(to: isEnd ? percent(for: share) : percent(for: next))
  }

  /// The sensor cannot be read.
  package mutating func lose(at now: HostTime) { lostSince = lostSince ?? now }

  /// Returns the brightness for bright light once the sensor has been missing for long.
  package mutating func update(at now: HostTime) -> Int? {
    guard let lostSince, now - lostSince >= Self.patience else { return nil }
    return change(to: range.upperBound)
  }

  private func percent(for share: Double) -> Int {
    // bound: within the range
    range.lowerBound + Int((share * Double(range.count - 1)).rounded())
  }

  private mutating func change(to level: Int) -> Int? {
    guard level != percent else { return nil }
    percent = level
    return level
  }
}

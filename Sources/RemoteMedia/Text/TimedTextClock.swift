internal import VitrineTiming

/// The time expressions of a TTML file: TTML2, 12.3.1.
struct TimedTextClock {
  private let frameRate: Double
  private let tickRate: Double

  /// Reads the parameters from the attributes of the outermost element.
  init(_ attributes: [String: String]) {
    func value(_ name: String) -> Double? {
      attributes["http://www.w3.org/ns/ttml#parameter \(name)"].flatMap { Double($0) }
        .flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }
    let factors = attributes["http://www.w3.org/ns/ttml#parameter frameRateMultiplier"]?
      .split(separator: " ").compactMap { Double($0) }
    let told = value("frameRate")
    let multiplier = factors.flatMap { $0.count == 2 && $0[1] > 0 ? $0[0] / $0[1] : nil } ?? 1
    let frames = max((told ?? 30) * multiplier, 0.001)
    frameRate = frames
    tickRate = value("tickRate") ?? (told == nil ? 1 : frames)
  }

  /// In milliseconds; nil if the text is not a time.
  func milliseconds(_ text: String) -> Int64? {
    let seconds = text.contains(":") ? clock(text) : offset(text)
    guard let seconds, (0..<1e10).contains(seconds) else { return nil }
    return Int64(saturating: (seconds * 1000).rounded())
  }

  /// Parses `hh:mm:ss.fraction` or `hh:mm:ss:frames`.
  private func clock(_ text: String) -> Double? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard (3...4).contains(fields.count), let hours = fields[0], let minutes = fields[1],
      let seconds = fields[2], min(hours, minutes, seconds) >= 0
    else { return nil }
    let whole = hours * 3600 + minutes * 60 + seconds
    guard fields.count == 4 else { return whole }
    return fields[3].map { whole + $0 / frameRate }
  }

  /// Parses an offset such as `12.5s`.
  private func offset(_ text: String) -> Double? {
    let units = [
      ("ms", 0.001), ("h", 3600), ("m", 60), ("s", 1), ("f", 1 / frameRate), ("t", 1 / tickRate),
    ]
    for (unit, length) in units where text.hasSuffix(unit) {
      return Double(text.dropLast(unit.count)).map { $0 * length }
    }
    return nil
  }
}

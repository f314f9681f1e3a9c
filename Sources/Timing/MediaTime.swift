/// A position or duration in media: exactly `value / timescale` seconds.
package struct MediaTime: Sendable {
  package let value: Int64
  package let timescale: Int32

  package static let zero = MediaTime(0, 1)
  /// The default if neither the stream nor the container specifies it.
  package static let defaultFrameDuration = MediaTime(1, 25)

  /// `timescale` is in units per second and positive.
  package init(_ value: Int64, _ timescale: Int32) {
    precondition(timescale > 0, "a timescale must be positive")
    self.value = value
    self.timescale = timescale
  }

  package init(nanoseconds: Int64) {
    self.init(nanoseconds, 1_000_000_000)
  }

  /// The time in nanoseconds, rounded; clamped to the range of `Int64`.
  package var nanoseconds: Int64 {
    if timescale == 1_000_000_000 { return value }
    // More whole seconds do not fit.
    guard value.magnitude / UInt64(timescale) < 9_223_372_036 else {
      return value < 0 ? .min : .max
    }
    let (high, low) = value.multipliedFullWidth(by: 1_000_000_000)
    let (sum, carry) = low.addingReportingOverflow(UInt64(timescale) / 2)
    let result = Int64(timescale).dividingFullWidth((high: high + (carry ? 1 : 0), low: sum))
    return result.remainder < 0 ? result.quotient - 1 : result.quotient
  }

  package var seconds: Double { Double(value) / Double(timescale) }

  package var duration: Duration { .nanoseconds(nanoseconds) }

  /// Parses user input: seconds, with or without a fraction, `mm:ss` or `h:mm:ss`.
  package init?(word: String) {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    var seconds = 0.0
    for part in parts {
      guard let number = Double(part), number >= 0 else { return nil }
      seconds = seconds * 60 + number
    }
    guard seconds < 1e8 else { return nil }
    self.init(nanoseconds: Int64(saturating: seconds * 1e9))
  }
}

extension MediaTime: Comparable {
  package static func == (a: MediaTime, b: MediaTime) -> Bool {
    a.value.multipliedFullWidth(by: Int64(b.timescale))
      == b.value.multipliedFullWidth(by: Int64(a.timescale))
  }

  package static func < (a: MediaTime, b: MediaTime) -> Bool {
    a.value.multipliedFullWidth(by: Int64(b.timescale))
      < b.value.multipliedFullWidth(by: Int64(a.timescale))
  }

  /// Exact if both have the same timescale; otherwise rounded to the nanosecond, and clamped to 292
  /// years.
  package static func + (a: MediaTime, b: MediaTime) -> MediaTime {
    let (sum, overflow) = a.value.addingReportingOverflow(b.value)
    if a.timescale == b.timescale, !overflow { return MediaTime(sum, a.timescale) }
    return MediaTime(nanoseconds: a.nanoseconds.saturatingAdd(b.nanoseconds))
  }

  package static func - (a: MediaTime, b: MediaTime) -> MediaTime {
    let (difference, overflow) = a.value.subtractingReportingOverflow(b.value)
    if a.timescale == b.timescale, !overflow { return MediaTime(difference, a.timescale) }
    return MediaTime(nanoseconds: a.nanoseconds.saturatingSubtract(b.nanoseconds))
  }

  package static func + (time: MediaTime, duration: Duration) -> MediaTime {
    MediaTime(nanoseconds: time.nanoseconds.saturatingAdd(duration.nanoseconds))
  }
}

extension MediaTime: Hashable {
  /// Equal times have equal nanoseconds, whatever their timescales are.
  package func hash(into hasher: inout Hasher) { hasher.combine(nanoseconds) }
}

extension MediaTime: CustomStringConvertible {
  /// `mm:ss` or `h:mm:ss`; the fraction is truncated.
  package var description: String {
    let total = max(0, value / Int64(timescale))
    let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60)
    let tail = "\(twoDigits(minutes)):\(twoDigits(seconds))"
    return hours > 0 ? "\(hours):\(tail)" : tail
  }
}

private func twoDigits(_ number: Int64) -> String {
  number < 10 ? "0\(number)" : "\(number)"
}

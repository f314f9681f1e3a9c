import Foundation

/// A tone that the loopback captured, from its first sample to its last.
struct HeardTone {
  private let samples: [Double]
  private static let rate = 48000.0
  /// Quieter samples are not part of the tone.
  private static let threshold = 200.0

  /// Reads the first channel from a folder of `tools/lab run --record --save`.
  init(_ folder: URL) throws {
    let data = try Data(contentsOf: folder.appending(path: "sound-1"))
    let all = data.withUnsafeBytes { bytes in
      let values = bytes.bindMemory(to: Int16.self)
      return stride(from: 0, to: values.count - 1, by: 2).map { Double(values[$0]) }
    }
    let first = all.firstIndex { abs($0) > Self.threshold } ?? 0
    let last = all.lastIndex { abs($0) > Self.threshold } ?? -1
    samples = Array(all[first..<last + 1])
  }

  var seconds: Double { Double(samples.count) / Self.rate }

  /// Counted from its upward zero crossings.
  var frequency: Double {
    let crossings = zip(samples, samples.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
    return Double(crossings) / seconds
  }

  /// The peak of a stretch, in seconds from the first sound.
  func peak(in stretch: Range<Double>) -> Double {
    let places = Int(stretch.lowerBound * Self.rate)..<Int(stretch.upperBound * Self.rate)
    return samples[places.clamped(to: samples.indices)].map(abs).max() ?? 0
  }

  /// The last moment in a stretch at which the level was exceeded, in seconds from the first sound.
  func last(above level: Double, in stretch: Range<Double>) -> Double {
    let places = Int(stretch.lowerBound * Self.rate)..<Int(stretch.upperBound * Self.rate)
    let part = samples[places.clamped(to: samples.indices)]
    return Double(part.lastIndex { abs($0) > level } ?? 0) / Self.rate
  }

  /// The largest step from one sample to the next.
  func greatestStep(until end: Double) -> Double {
    let part = samples.prefix(Int(end * Self.rate))
    return zip(part, part.dropFirst()).map { abs($1 - $0) }.max() ?? 0
  }
}

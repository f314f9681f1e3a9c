import Foundation

/// The output of an emulated sound card: a WAV file from QEMU, 44.1 kHz, two channels.
struct HeardWave {
  private let left: [Double]
  private static let rate = 44100.0

  init(_ file: URL) throws {
    // The header has 44 bytes. The last sample may be truncated if the machine was powered off.
    let data = try Data(contentsOf: file).dropFirst(44)
    left = Array(data).withUnsafeBytes { bytes in
      let values = bytes.prefix(bytes.count / 4 * 4).bindMemory(to: Int16.self)
      return stride(from: 0, to: values.count, by: 2).map { Double(values[$0]) }
    }
  }

  /// Whether any tenth of a second contains this tone. A slow machine has gaps.
  func hasTone(near frequency: Double) -> Bool {
    let length = Int(Self.rate / 10)
    return stride(from: 0, to: left.count - length, by: length).contains { start in
      let part = left[start..<start + length]
      guard part.map(abs).max() ?? 0 > 500 else { return false }
      let crossings = zip(part, part.dropFirst()).filter { $0 < 0 && $1 >= 0 }.count
      return abs(Double(crossings) * 10 - frequency) <= 20
    }
  }
}

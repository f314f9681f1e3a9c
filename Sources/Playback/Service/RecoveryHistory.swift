/// The restarts and reboots that `RecoveryLadder` has decided, for the next runs: a step that did
/// not help is not repeated at once.
package struct RecoveryHistory: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package let step: RecoveryLadder.Step
    package let fault: RecoveryLadder.Fault
    /// In seconds since 1970.
    package let second: Int64
  }

  /// The latest last.
  package private(set) var entries: [Entry] = []

  /// The maximum number of entries.
  private static let most = 32
  /// In seconds.
  private static let day: Int64 = 86_400

  package init() {}

  package mutating func record(
    _ step: RecoveryLadder.Step, after fault: RecoveryLadder.Fault, at second: Int64
  ) {
    entries = (entries + [Entry(step: step, fault: fault, second: second)]).suffix(Self.most)
  }

  /// How often a step was taken within the last `period` seconds; nil counts all faults. Entries
  /// from the future count as well, because the clock may have been wrong, unless they are more
  /// than a day ahead.
  package func count(
    of step: RecoveryLadder.Step, after fault: RecoveryLadder.Fault? = nil, within period: Int64,
    at second: Int64
  ) -> Int {
    entries.count { entry in
      entry.step == step && (fault == nil || entry.fault == fault)
        && entry.second > second - period && entry.second < second + Self.day
    }
  }
}

/// The file format: one entry per line, and `end` to detect truncation.
///
///     vitrine recovery 1
///     restart frozen-picture 1795824000
///     end
extension RecoveryHistory {
  private static let heading = "vitrine recovery 1"

  /// The maximum file size in bytes.
  package static let largestFile = 8 * 1024

  package var bytes: [UInt8] {
    RecordLines.bytes(
      heading: Self.heading,
      entries.map { "\($0.step.rawValue) \($0.fault.rawValue) \($0.second)" })
  }

  /// Returns nil for any deviation from the format.
  package init?(bytes: [UInt8]) {
    let entries = RecordLines.entries(of: bytes, heading: Self.heading, most: Self.largestFile)
    guard let entries else { return nil }
    for line in entries {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3, let step = RecoveryLadder.Step(rawValue: words[0]),
        let fault = RecoveryLadder.Fault(rawValue: words[1]), let second = Int64(words[2]),
        (0...Self.lastSecond).contains(second)
      else { return nil }
      record(step, after: fault, at: second)
    }
  }

  /// The last second of the year 9999.
  private static let lastSecond: Int64 = 253_402_300_799
}

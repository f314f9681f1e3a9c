import Testing

@testable import VitrineStreams

/// The start times of fragmented MP4 segments.
struct FragmentClockTests {
  private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    number(UInt64(content.count + 8), 4) + Array(kind.utf8) + content
  }

  private static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
  }

  private static func segment(_ time: UInt64, track: UInt64 = 1, version: UInt8 = 1) -> [UInt8] {
    let header = box("tfhd", [0, 0, 0, 0] + number(track, 4))
    let clock = box("tfdt", [version, 0, 0, 0] + number(time, version == 1 ? 8 : 4))
    return box("styp", []) + box("moof", box("mfhd", []) + box("traf", header + clock))
      + box("mdat", [1, 2, 3])
  }

  @Test("A segment restarts if its time is not after the previous one in its track")
  func restarts() {
    var clock = FragmentClock()
    let steps: [(bytes: [UInt8], restarts: Bool)] = [
      (Self.segment(9000), false), (Self.segment(12_000, version: 0), false),
      (Self.segment(0), true), (Self.segment(3000), false), (Self.segment(3000), true),
      (Self.segment(0, track: 2), false), (Self.segment(.max, track: 2), true), ([1, 2, 3], false),
      ([], false),
      (Array(Self.segment(0).prefix(60)), false),
    ]
    for (index, step) in steps.enumerated() {
      #expect(clock.restarts(with: step.bytes) == step.restarts, "step \(index)")
    }
  }
}

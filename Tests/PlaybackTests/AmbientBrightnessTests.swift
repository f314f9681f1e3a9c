import Testing
import VitrineTiming

@testable import VitrinePlayback

@Suite("The brightness for the light around a display")
struct AmbientBrightnessTests {
  private static func time(_ seconds: Int) -> HostTime {
    HostTime(nanoseconds: 1_000_000_000) + .seconds(seconds)
  }

  /// A sensor that is read each second.
  private struct Room {
    var decision: AmbientBrightness
    private(set) var seconds = 0

    init(_ range: ClosedRange<Int> = 0...100) { decision = AmbientBrightness(range) }

    /// The changes during a time with this light, with their times.
    mutating func lit(_ lux: Double, for count: Int) -> [(second: Int, percent: Int)] {
      var changes: [(Int, Int)] = []
      for _ in 0..<count {
        seconds += 1
        if let percent = decision.feed(lux, at: AmbientBrightnessTests.time(seconds)) {
          changes.append((seconds, percent))
        }
      }
      return changes
    }
  }

  @Test(
    "More light gives more brightness, as the eye sees it",
    arguments: [
      (0, 0), (1.5, 0.05), (3, 0.1), (10, 0.25), (20, 0.325), (100, 0.55), (200, 0.65), (1000, 1),
      (130_000, 1),
    ])
  func share(lux: Double, share: Double) {
    #expect(abs(AmbientBrightness.share(of: lux) - share) < 1e-9)
  }

  @Test("The range is `sensor` with two percentages, or without")
  func range() {
    #expect(AmbientBrightness.range("sensor") == 10...100)
    #expect(AmbientBrightness.range("sensor 0-100") == 0...100)
    #expect(AmbientBrightness.range("sensor 20-80") == 20...80)
    let invalid = [
      "", "light", "sensor 20", "sensor 80-20", "sensor 20-20", "sensor -20", "sensor 20-",
      "sensor 20-80-90", "sensor +20-80", "sensor 20-101", "sensor  20-80", "sensor 20 80",
      "sensor 99999999999999999999-80",
    ]
    for text in invalid { #expect(AmbientBrightness.range(text) == nil, "\(text)") }
  }

  @Test("The first reading applies at once, and later ones gradually, up faster than down")
  func gradual() {
    var room = Room(20...80)
    #expect(room.decision.percent == 80)
    #expect(room.lit(0, for: 60).map(\.percent) == [20])
    let up = room.lit(5000, for: 120)
    #expect(up.first.map { $0.percent < 40 } == true && up.last?.percent == 80)
    #expect(zip(up, up.dropFirst()).allSatisfy { $0.percent < $1.percent })
    let down = room.lit(0, for: 400)
    #expect(zip(down, down.dropFirst()).allSatisfy { $0.percent > $1.percent })
    #expect(down.last?.percent == 20)
    func duration(_ changes: [(second: Int, percent: Int)], past: (Int) -> Bool) -> Int {
      (changes.first { past($0.percent) }?.second ?? .max) - (changes.first?.second ?? 0)
    }
    #expect(duration(up) { $0 >= 60 } < 10)
    #expect((20...40).contains(duration(down) { $0 <= 40 }))
  }

  @Test("Small and short changes are ignored")
  func calm() {
    var room = Room()
    #expect(room.lit(100, for: 30).map(\.percent) == [55])
    for lux in [90, 110, 95, 118, 100] as [Double] { #expect(room.lit(lux, for: 60).isEmpty) }
    // A shadow of a second.
    #expect(room.lit(30, for: 1).isEmpty && room.lit(100, for: 60).isEmpty)
    // Flickering light is averaged: the brightness does not swing.
    var changes: [Int] = []
    for _ in 0..<300 {
      changes += room.lit(300, for: 1).map(\.percent) + room.lit(100, for: 1).map(\.percent)
    }
    #expect(changes.count <= 4 && changes.allSatisfy { (55...75).contains($0) }, "\(changes)")
  }

  @Test("Without a sensor the level stays for ten minutes, and is then that for bright light")
  func lost() {
    var room = Room(10...90)
    #expect(room.decision.update(at: Self.time(5000)) == nil && room.decision.percent == 90)
    #expect(room.lit(0, for: 10).map(\.percent) == [10])
    for second in [10, 100, 300] { room.decision.lose(at: Self.time(second)) }
    #expect(room.decision.update(at: Self.time(609)) == nil)
    #expect(room.decision.update(at: Self.time(610)) == 90)
    #expect(room.decision.update(at: Self.time(611)) == nil)
    // It applies again at once.
    #expect(room.decision.feed(0, at: Self.time(700)) == 10)
    #expect(room.decision.update(at: Self.time(9000)) == nil)
  }

  @Test("Readings out of order and huge pauses are harmless")
  func odd() {
    var room = Room()
    _ = room.lit(100, for: 5)
    #expect(room.decision.feed(1000, at: Self.time(-500)) == nil)
    #expect(room.decision.feed(1000, at: HostTime(nanoseconds: .max)) == 100)
    #expect(room.decision.feed(0, at: HostTime(nanoseconds: .min)) == nil)
  }
}

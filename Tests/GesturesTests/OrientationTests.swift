import Testing
import VitrineGestures
import VitrinePictures
import VitrineTiming

/// The direction of an accelerometer's reading: `angle` degrees clockwise from the panel's upper edge,
/// and `tilt` degrees out of the panel's plane.
private func reading(_ angle: Double, tilt: Double = 0) -> SIMD3<Double> {
  // Quarter waves by Bhaskara's approximation, exact at 0°, 30°, 90°, …, and within 0.2 % elsewhere.
  func sine(_ degrees: Double) -> Double {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    let turn = rest < 0 ? rest + 360 : rest
    let half = turn >= 180 ? turn - 180 : turn
    let product = half * (180 - half)
    return (turn >= 180 ? -1 : 1) * 4 * product / (40500 - product)
  }
  func cosine(_ degrees: Double) -> Double { sine(degrees + 90) }
  let inPlane = 9.81 * cosine(tilt)
  return SIMD3(inPlane * sine(angle), inPlane * cosine(angle), 9.81 * sine(tilt))
}

@Suite("The orientation of a device")
struct OrientationTests {
  private static func time(_ milliseconds: Int) -> HostTime {
    HostTime(nanoseconds: 1_000_000_000) + .milliseconds(milliseconds)
  }

  /// Feeds readings every 200 ms and returns the rotations with their times.
  private static func turns(
    _ readings: [SIMD3<Double>], mount: MountMatrix = .identity
  ) -> [String] {
    var detector = OrientationDetector()
    detector.mount = mount
    return readings.enumerated().compactMap { index, reading in
      detector.feed(reading, at: time(index * 200)).map { "\($0.rawValue) at \(index * 200)" }
    }
  }

  @Test(
    "The first reading rotates at once",
    arguments: [
      (0.0, 0), (44, 0), (-44, 0), (46, 90), (90, 90), (134, 90), (136, 180), (180, 180),
      (-90, 270),
      (270, 270), (224, 180), (226, 270), (314, 270), (316, 0),
    ])
  func first(angle: Double, rotation: Int) {
    #expect(Self.turns([reading(angle)]) == ["\(rotation) at 0"])
    // Leaning back, and overhead.
    #expect(Self.turns([reading(angle, tilt: 55)]) == ["\(rotation) at 0"])
    #expect(Self.turns([reading(angle, tilt: -55)]) == ["\(rotation) at 0"])
  }

  static let stories: [(name: String, readings: [SIMD3<Double>], turns: [String])] = [
    ("a quarter turn", [reading(0)] + quiet(90, 4), ["0 at 0", "90 at 600"]),
    ("a half turn", [reading(0)] + quiet(180, 4), ["0 at 0", "180 at 600"]),
    ("within the hysteresis", [reading(0)] + quiet(55, 9), ["0 at 0"]),
    ("beyond the hysteresis", [reading(0)] + quiet(59, 4), ["0 at 0", "90 at 600"]),
    ("back, within it", [reading(90)] + quiet(35, 9), ["90 at 0"]),
    ("back, beyond it", [reading(90)] + quiet(31, 4), ["90 at 0", "0 at 600"]),
    ("flat on a table", [reading(90)] + quiet(0, 9, tilt: 70), ["90 at 0"]),
    ("flat at the start", quiet(90, 5, tilt: 90) + [reading(90)], ["90 at 1000"]),
    ("overhead", [reading(90)] + quiet(0, 9, tilt: -80), ["90 at 0"]),
    ("a shorter swing", [reading(0), reading(90), reading(90)] + quiet(0, 9), ["0 at 0"]),
    (
      "two orientations in turn", [reading(0)] + quiet(90, 2) + quiet(180, 4),
      ["0 at 0", "180 at 1000"]
    ),
    (
      "flat in between", [reading(0)] + quiet(90, 2) + quiet(90, 1, tilt: 90) + quiet(90, 4),
      ["0 at 0", "90 at 1200"]
    ),
    ("free fall", [reading(0)] + [SIMD3(0, 0, 0)] + quiet(90, 4), ["0 at 0", "90 at 800"]),
    (
      "invalid readings",
      [SIMD3(.nan, 1, 0), SIMD3(.infinity, 0, 0), SIMD3(1e300, 1e300, 0), reading(90)],
      ["90 at 600"]
    ),
    (
      "any unit", [SIMD3(0, 21, 1), SIMD3(-21, 0, 1), SIMD3(-21, 0, 1), SIMD3(-21, 0, 1)],
      ["0 at 0", "270 at 600"]
    ),
  ]

  private static func quiet(_ angle: Double, _ count: Int, tilt: Double = 0) -> [SIMD3<Double>] {
    Array(repeating: reading(angle, tilt: tilt), count: count)
  }

  @Test("A turn counts once it has lasted", arguments: stories.indices)
  func story(index: Int) {
    let story = Self.stories[index]
    #expect(Self.turns(story.readings) == story.turns, "\(story.name)")
  }

  @Test(
    "The mount matrix maps the sensor's axes to the display's",
    arguments: [
      ("1, 0, 0; 0, 1, 0; 0, 0, 1", "0 at 0"), ("0, 1, 0; -1, 0, 0; 0, 0, 1", "90 at 0"),
      ("-1, 0, 0; 0, -1, 0; 0, 0, 1", "180 at 0"), ("0,-1,0;1,0,0;0,0,1", "270 at 0"),
      ("0.000000, -1.000000, 0.000000; -1.0, 0.0, 0.0; 0.0, 0.0, 1.0", "270 at 0"),
    ])
  func mounted(matrix: String, turn: String) throws {
    let mount = try #require(MountMatrix(matrix))
    #expect(Self.turns([reading(0)], mount: mount) == [turn])
  }

  @Test(
    "Any other matrix is refused",
    arguments: [
      "", "1, 0, 0; 0, 1, 0", "1, 0, 0; 0, 1, 0; 0, 0, 1;", "1, 0; 0, 1, 0; 0, 0, 1",
      "1 0 0; 0 1 0; 0 0 1", "0, 0, 0; 0, 0, 0; 0, 0, 0", "1, 0, 0; 1, 0, 0; 0, 0, 1",
      "nan, 0, 0; 0, 1, 0; 0, 0, 1", "inf, 0, 0; 0, 1, 0; 0, 0, 1", "0x1, 0, 0; 0, 1, 0; 0, 0, 1",
      "1e300, 0, 0; 0, 1, 0; 0, 0, 1", "1, , 0; 0, 1, 0; 0, 0, 1",
      "1, 0, 0; 0, 1, 0; 0, 0, 1" + String(repeating: " ", count: 200),
    ])
  func refused(matrix: String) {
    #expect(MountMatrix(matrix) == nil)
  }
}

import Testing
import VitrineFakes
import VitrineLinux
import VitrineTiming

@testable import VitrineInputDevices

@Suite("Light sensors")
struct LightSensorTests {
  private static func time(_ milliseconds: Int) -> HostTime {
    HostTime(nanoseconds: 1_000_000_000) + .milliseconds(milliseconds)
  }

  private func all(_ tree: borrowing SensorTree) -> [LightSensorSummary] {
    LightSensorSummary.all(in: tree.root.folder.path) { _, _ in nil }
  }

  private static let conversions: [(files: [String: String], lux: Double?)] = [
    (["in_illuminance_input": "120"], 120), (["in_illuminance_input": "0.25"], 0.25),
    (["in_illuminance_raw": "40"], 40),
    (["in_illuminance_raw": "40", "in_illuminance_scale": "0.5"], 20),
    (
      [
        "in_illuminance_raw": "40", "in_illuminance_scale": "0.5",
        "in_illuminance_offset": "-10",
      ], 15
    ),
    (["in_illuminance_input": "7", "in_illuminance_raw": "40"], 7),
    (["in_illuminance0_raw": "40", "in_illuminance0_scale": "2"], 80),
    (["in_illuminance_raw": "40", "in_illuminance_scale": "nan"], 40),
    (["in_illuminance_raw": "-1"], nil), (["in_illuminance_raw": ""], nil),
    (["in_illuminance_raw": "many"], nil), (["in_illuminance_raw": "nan"], nil),
    (["in_illuminance_raw": "inf"], nil), (["in_illuminance_raw": "1e300"], nil),
    (["in_illuminance_raw": "99999999999999999999999999999999999"], nil),
    (["in_illuminance_raw": "9", "in_illuminance_scale": "-1"], nil),
  ]

  @Test(
    "Readings are converted to lux, impossible ones are refused", arguments: conversions.indices)
  func converted(index: Int) throws {
    let (files, lux) = Self.conversions[index]
    let tree = try SensorTree()
    try tree.write(["name": "chip"].merging(files) { $1 }, to: 0)
    let summary = try #require(all(tree).first)
    #expect(summary.name == "chip")
    let sensor = try LightSensor(summary)
    #expect((try? sensor.read()) == lux)
  }

  @Test("Sensors are found in the kernel's order, and other devices are not")
  func found() throws {
    let tree = try SensorTree()
    #expect(all(tree).isEmpty)
    try tree.write(["in_accel_x_raw": "1", "in_intensity_raw": "5"], to: 0)
    try tree.write(["in_illuminance_raw": "1"], to: 11)
    try tree.write(["in_illuminance_input": "1"], to: 2)
    #expect(all(tree).map(\.name) == ["iio:device2", "iio:device11"])
  }

  @Test("A sensor is read once a second; its loss and return are reported once")
  func polled() throws {
    let tree = try SensorTree()
    let path = tree.root.folder.path
    var poll = SensorPoll<LightSensor>(at: Self.time(0)) {
      LightSensorSummary.all(in: path) { _, _ in nil }
    }
    func events(_ milliseconds: Int) -> [SensorPoll<LightSensor>.Event] {
      let now = Self.time(milliseconds)
      return poll.poll(at: now) { now }
    }
    #expect(events(0) == [.missing] && events(10_000).isEmpty)
    try tree.write(["name": "chip", "in_illuminance_raw": "5"], to: 0)
    let summary = try #require(all(tree).first)
    #expect(events(20_000) == [.found(summary), .reading(5, at: Self.time(20_000))])
    #expect(events(20_900).isEmpty)
    #expect(events(21_000) == [.reading(5, at: Self.time(21_000))])
    try tree.write(["in_illuminance_raw": "-7"], to: 0)
    #expect(events(22_000).isEmpty && events(23_000).isEmpty)
    #expect(events(24_000) == [.lost(name: "chip", .inputOutput)])
    #expect(events(25_000).isEmpty && events(35_000).isEmpty)
    try tree.write(["in_illuminance_raw": "6"], to: 0)
    #expect(events(45_000) == [.found(summary), .reading(6, at: Self.time(45_000))])
  }

  /// The events except for readings while a sensor works and fails for these numbers of readings in turn.
  private func flap(_ working: Int, _ failing: Int, seconds: Int) throws -> [String] {
    let tree = try SensorTree()
    let path = tree.root.folder.path
    try tree.write(["name": "chip", "in_illuminance_raw": "5"], to: 0)
    var poll = SensorPoll<LightSensor>(at: Self.time(0)) {
      LightSensorSummary.all(in: path) { _, _ in nil }
    }
    var (seen, readings) = ([String](), 0)
    for second in 0..<seconds where poll.due <= Self.time(second * 1000) {
      let works = readings % (working + failing) < working
      readings += 1
      try tree.write(["in_illuminance_raw": works ? "5" : "-7"], to: 0)
      for event in poll.poll(at: Self.time(second * 1000), end: { Self.time(second * 1000) }) {
        switch event {
        case .found: seen.append("found")
        case .lost: seen.append("lost")
        case .reading, .missing: break
        }
      }
    }
    return seen
  }

  @Test(
    "A sensor that fails now and then is not reported, and one that flaps only twice",
    arguments: [
      (1, 1, ["found"]), (1, 2, ["found"]), (1, 3, ["found", "lost", "found", "lost"]),
      (5, 9, ["found", "lost", "found", "lost"]),
      // Eleven minutes are reliable enough.
      (660, 3, ["found", "lost", "found", "lost", "found", "lost", "found", "lost", "found"]),
    ])
  func flapping(working: Int, failing: Int, reported: [String]) throws {
    #expect(try flap(working, failing, seconds: 3000) == reported)
  }

  @Test("A sensor that was unplugged is reported, also if the next reading finds none")
  func unplugged() throws {
    let tree = try SensorTree()
    let path = tree.root.folder.path
    try tree.write(["name": "chip", "in_illuminance_raw": "5"], to: 0)
    var poll = SensorPoll<LightSensor>(at: Self.time(0)) {
      LightSensorSummary.all(in: path) { _, _ in nil }
    }
    #expect(poll.poll(at: Self.time(0), end: { Self.time(0) }).count == 2)
    try tree.write(["in_illuminance_raw": ""], to: 0)
    #expect(poll.poll(at: Self.time(1000), end: { Self.time(1000) }).isEmpty)
    try tree.remove(0)
    #expect(
      poll.poll(at: Self.time(2000), end: { Self.time(2000) }) == [
        .lost(name: "chip", .noDevice)
      ])
    #expect(poll.poll(at: Self.time(12_000), end: { Self.time(12_000) }).isEmpty)
    // It is reported again each time that it is plugged in.
    for second in [22, 42] {
      try tree.write(["name": "chip", "in_illuminance_raw": "5"], to: 0)
      #expect(poll.poll(at: Self.time(second * 1000), end: { Self.time(second * 1000) }).count == 2)
      try tree.write(["in_illuminance_raw": ""], to: 0)
      _ = poll.poll(at: Self.time(second * 1000 + 1000), end: { Self.time(second * 1000 + 1000) })
      try tree.remove(0)
      let time = Self.time(second * 1000 + 2000)
      #expect(poll.poll(at: time, end: { time }) == [.lost(name: "chip", .noDevice)])
    }
  }
}

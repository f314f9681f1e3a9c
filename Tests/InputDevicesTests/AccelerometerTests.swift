import Testing
import VitrineFakes
import VitrineLinux
import VitrineTiming

@testable import VitrineInputDevices

extension SensorTree {
  fileprivate func all(_ properties: [String: String] = [:]) -> [AccelerometerSummary] {
    AccelerometerSummary.all(in: root.folder.path) { properties["\($0) \($1)"] }
  }
}

private func axes(_ x: Int, _ y: Int, _ z: Int) -> [String: String] {
  ["name": "chip", "in_accel_x_raw": "\(x)", "in_accel_y_raw": "\(y)", "in_accel_z_raw": "\(z)"]
}

@Suite("Accelerometers")
struct AccelerometerTests {
  private static func time(_ milliseconds: Int) -> HostTime {
    HostTime(nanoseconds: 1_000_000_000) + .milliseconds(milliseconds)
  }

  @Test("Sensors with three axes are found in the kernel's order, except in the keyboard")
  func found() throws {
    let sensors = try SensorTree()
    #expect(sensors.all().isEmpty)
    try sensors.write(axes(0, 1, 2), to: 10)
    try sensors.write(axes(0, 1, 2).merging(["location": "base"]) { $1 }, to: 1)
    try sensors.write(axes(0, 1, 2).merging(["label": "accel-base"]) { $1 }, to: 2)
    try sensors.write(["name": "light", "in_illuminance_raw": "3"], to: 3)
    try sensors.write(["name": "flat", "in_accel_x_raw": "3", "in_accel_y_raw": "3"], to: 4)
    try sensors.write(axes(0, 1, 2).merging(["location": "lid"]) { $1 }, to: 9)
    try sensors.write(axes(0, 1, 2), to: 5)
    func numbers(_ properties: [String: String] = [:]) -> [Substring?] {
      sensors.all(properties).map { $0.path.split(separator: "device").last }
    }
    #expect(numbers() == ["5", "9", "10"])
    #expect(numbers(["iio:device5 ACCEL_LOCATION": "base"]) == ["9", "10"])
    #expect(numbers(["iio:device1 ACCEL_LOCATION": "display"]) == ["1", "5", "9", "10"])
  }

  @Test("The mount matrix comes from the udev rules, or else from the kernel")
  func mount() throws {
    let sensors = try SensorTree()
    try sensors.write(axes(0, 1, 2), to: 0)
    #expect(sensors.all().first?.mount == nil)
    for name in ["mount_matrix", "in_mount_matrix", "in_accel_mount_matrix"] {
      try sensors.write([name: name], to: 0)
      #expect(sensors.all().first?.mount == name)
    }
    #expect(sensors.all(["iio:device0 ACCEL_MOUNT_MATRIX": "rules"]).first?.mount == "rules")
  }

  static let conversions: [(files: [String: String], reading: SIMD3<Double>?)] = [
    ([:], [-16, 32, 64]), (["in_accel_scale": "0.5"], [-8, 16, 32]),
    (["in_accel_scale": "0.5", "in_accel_y_scale": "2"], [-8, 64, 32]),
    (["in_accel_offset": "16", "in_accel_scale": "0.25"], [0, 12, 20]),
    (["in_accel_z_offset": "-64"], [-16, 32, 0]), (["in_accel_scale": "nan"], [-16, 32, 64]),
    (["in_accel_scale": "x"], [-16, 32, 64]), (["in_accel_x_raw": "x"], nil),
    (["in_accel_z_raw": ""], nil), (["in_accel_y_raw": "99999999999999999999999"], nil),
  ]

  @Test("Readings are scaled axis by axis", arguments: conversions.indices)
  func converted(index: Int) throws {
    let (files, reading) = Self.conversions[index]
    let sensors = try SensorTree()
    try sensors.write(axes(-16, 32, 64).merging(files) { $1 }, to: 0)
    let sensor = try Accelerometer(try #require(sensors.all().first))
    #expect((try? sensor.read()) == reading)
  }

  @Test("A sensor is read five times a second; each change of its state is reported once")
  func polled() throws {
    let sensors = try SensorTree()
    var poll = SensorPoll<Accelerometer>(at: Self.time(0)) { [path = sensors.root.folder.path] in
      AccelerometerSummary.all(in: path) { _, _ in nil }
    }
    func events(_ milliseconds: Int) -> [SensorPoll<Accelerometer>.Event] {
      let now = Self.time(milliseconds)
      return poll.poll(at: now) { now }
    }
    #expect(events(0) == [.missing] && poll.due == Self.time(10_000))
    #expect(events(5000).isEmpty && events(10_000).isEmpty && poll.due == Self.time(20_000))

    try sensors.write(axes(1, 2, 3), to: 0)
    poll.devicesChanged(at: Self.time(11_000))
    let summary = try #require(sensors.all().first)
    #expect(events(11_000) == [.found(summary), .reading([1, 2, 3], at: Self.time(11_000))])
    try sensors.write(axes(4, 5, 6), to: 0)
    #expect(events(11_100).isEmpty)
    #expect(events(11_200) == [.reading([4, 5, 6], at: Self.time(11_200))])
    poll.devicesChanged(at: Self.time(11_300))
    #expect(poll.due == Self.time(11_400), "another device does not matter")

    try sensors.write(["in_accel_y_raw": ""], to: 0)
    #expect(events(11_400).isEmpty && events(11_600).isEmpty)
    #expect(events(11_800) == [.lost(name: "chip", .inputOutput)])
    #expect(poll.due == Self.time(12_000))
    #expect(events(12_000).isEmpty && poll.due == Self.time(22_000))
    #expect(events(22_000).isEmpty)
    try sensors.remove(0)
    #expect(events(32_000).isEmpty, "one line is enough")
    try sensors.write(axes(7, 8, 9), to: 0)
    #expect(events(42_000) == [.found(summary), .reading([7, 8, 9], at: Self.time(42_000))])
  }
}

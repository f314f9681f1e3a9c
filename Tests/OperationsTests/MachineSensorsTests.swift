import Foundation
import Testing
import VitrineLinux
import VitrinePlayback

@testable import VitrineOperations

struct MachineSensorsTests {
  private func with(
    _ files: [String: String], _ body: (MachineSensors) throws -> Void
  ) throws {
    let root = try Folder.temporary("vitrine-sensors")
    defer { try? FileManager.default.removeItem(atPath: root.path) }
    for (path, text) in files {
      let (place, name) = Folder.holding(root.path(of: path))
      try place.make()
      try FileDescriptor(making: place.path(of: name)).write(Array(text.utf8))
    }
    try body(MachineSensors(root: root.path))
  }

  @Test("Zones have their temperature and the trip points at which the kernel acts")
  func zones() throws {
    let zone = "class/thermal/thermal_zone0"
    try with([
      "\(zone)/temp": "61234\n", "\(zone)/trip_point_0_type": "passive\n",
      "\(zone)/trip_point_0_temp": "85000\n", "\(zone)/trip_point_1_type": "active\n",
      "\(zone)/trip_point_1_temp": "50000\n", "\(zone)/trip_point_2_type": "critical\n",
      "\(zone)/trip_point_2_temp": "110000\n", "class/thermal/thermal_zone1/type": "broken\n",
      "class/thermal/cooling_device0/temp": "99000\n",
    ]) { sensors in
      #expect(sensors.zones == [.init(temperature: 61.234, trips: [85], critical: 110)])
      #expect(sensors.isThrottled == nil && sensors.isUnderVoltage == nil)
    }
  }

  @Test(
    "The firmware's bits and the kernel's alarm tell throttling and low voltage apart",
    arguments: [
      // The bits, the alarm; throttled for the health, throttled now, low voltage.
      ("0", nil, false, false, false), ("50000", nil, false, false, false),
      ("1", nil, true, false, true), ("4", nil, true, true, false), ("2", nil, true, true, false),
      ("8", nil, true, false, false), (nil, "1", nil, false, true), (nil, "0", nil, false, false),
      ("0", "1", false, false, true), ("x", nil, nil, false, nil),
    ] as [(String?, String?, Bool?, Bool, Bool?)])
  func firmware(
    bits: String?, alarm: String?, isThrottled: Bool?, isThrottledNow: Bool, isLow: Bool?
  ) throws {
    var files = ["class/hwmon/hwmon0/name": "other\n", "class/hwmon/hwmon0/in0_lcrit_alarm": "1\n"]
    if let bits { files["devices/platform/soc/soc:firmware/get_throttled"] = "\(bits)\n" }
    if let alarm {
      files["class/hwmon/hwmon1/name"] = "rpi_volt\n"
      files["class/hwmon/hwmon1/in0_lcrit_alarm"] = "\(alarm)\n"
    }
    try with(files) { sensors in
      #expect(sensors.isThrottled == isThrottled && sensors.isUnderVoltage == isLow)
      #expect(sensors.reading().isThrottled == isThrottledNow)
      #expect(sensors.reading().isUnderVoltage == (isLow ?? false))
    }
  }
}

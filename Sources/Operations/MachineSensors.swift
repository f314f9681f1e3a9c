import VitrineLinux
package import VitrinePlayback

/// The machine's temperature and supply voltage, from small files of the kernel.
package struct MachineSensors: Sendable {
  /// The root of sysfs, or a test's.
  private let root: String

  package init(root: String = "/sys") { self.root = root }

  /// Reads everything that the player reacts to.
  package func reading() -> ThermalPolicy.Reading {
    var reading = ThermalPolicy.Reading()
    reading.zones = zones
    // Bit 3 is a soft limit, at which some boards run all day.
    reading.isThrottled = throttlingBits.map { $0 & 0b0110 != 0 } ?? false
    reading.isUnderVoltage = isUnderVoltage ?? false
    return reading
  }

  /// Nil except on a Raspberry Pi, whose firmware reports it.
  var isThrottled: Bool? { throttlingBits.map { $0 & 0b1111 != 0 } }

  /// Nil if no sensor reports it.
  var isUnderVoltage: Bool? {
    let alarms = supplyAlarms
    guard throttlingBits != nil || !alarms.isEmpty else { return nil }
    return throttlingBits.map { $0 & 0b0001 != 0 } == true || alarms.contains(true)
  }

  var zones: [ThermalPolicy.Zone] {
    folders("class/thermal", "thermal_zone").compactMap { zone in
      // A sensor that is disconnected reports a limit of its range.
      guard let temperature = degrees("\(zone)/temp"), (1..<125).contains(temperature),
        firstLine(of: "\(zone)/mode") != "disabled"
      else { return nil }
      var (trips, critical) = ([Double](), Double?.none)
      for number in 0..<Self.mostTrips {
        guard let kind = firstLine(of: "\(zone)/trip_point_\(number)_type") else { break }
        guard let trip = degrees("\(zone)/trip_point_\(number)_temp") else { continue }
        switch kind {
        case "passive", "hot": trips.append(trip)
        case "critical": critical = trip
        default: break
        }
      }
      return ThermalPolicy.Zone(temperature: temperature, trips: trips, critical: critical)
    }
  }

  /// The kernel's limit.
  private static let mostTrips = 32

  private var throttlingBits: UInt32? {
    firstLine(of: "\(root)/devices/platform/soc/soc:firmware/get_throttled")
      .flatMap { UInt32($0, radix: 16) }
  }

  /// The alarms of the Raspberry Pi's supply voltage. Other chips' limits are often not set up.
  private var supplyAlarms: [Bool] {
    folders("class/hwmon", "hwmon").filter { firstLine(of: "\($0)/name") == "rpi_volt" }
      .compactMap { firstLine(of: "\($0)/in0_lcrit_alarm").map { $0 == "1" } }
  }

  private func folders(_ place: String, _ prefix: String) -> [String] {
    directoryEntries("\(root)/\(place)").filter { $0.hasPrefix(prefix) }
      .map { "\(root)/\(place)/\($0)" }
  }

  /// The kernel's unit is 1/1000 °C.
  private func degrees(_ path: String) -> Double? {
    firstLine(of: path).flatMap { Double($0) }.map { $0 / 1000 }
  }
}

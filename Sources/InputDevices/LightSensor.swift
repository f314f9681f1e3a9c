package import VitrineLinux
import VitrineUdev

/// A sensor of the light around the display.
package struct LightSensorSummary: SensorSummary {
  package let name: String
  /// Its folder in sysfs.
  package let path: String
  /// The beginning of its file names, such as `in_illuminance`.
  fileprivate let channel: String

  /// Chips with several channels number them.
  private static let channels = ["in_illuminance", "in_illuminance0"]

  package static func all(
    in root: String, _ property: (_ device: String, _ name: String) -> String?
  ) -> [LightSensorSummary] {
    sensorFolders(in: root).compactMap { device, path in
      let channel = channels.first { channel in
        ["input", "raw"].contains { (try? FileStatus(of: "\(path)/\(channel)_\($0)")) != nil }
      }
      return channel.map {
        LightSensorSummary(name: firstLine(of: "\(path)/name") ?? device, path: path, channel: $0)
      }
    }
  }
}

/// Returns the light sensors, in the order in which they are used.
package func surveyLightSensors() -> [LightSensorSummary] {
  LightSensorSummary.all(in: "/sys") { _, _ in nil }
}

/// An open light sensor. Reading may take as long as the chip collects light.
package struct LightSensor: Sensor, ~Copyable {
  package static let threadName = "light"
  package static let interval = Duration.seconds(1)

  private let file: FileDescriptor
  /// The light in lux is (value + offset) × scale.
  private let offset, scale: Double

  /// Direct sunlight has 130,000 lux.
  private static let brightest = 1e6

  package init(_ summary: LightSensorSummary) throws(Errno) {
    let channel = "\(summary.path)/\(summary.channel)"
    // Optional: most have only raw values.
    if let input = try? FileDescriptor(reading: "\(channel)_input") {
      file = input
      (offset, scale) = (0, 1)
    } else {
      file = try FileDescriptor(reading: "\(channel)_raw")
      offset = sensorNumber("\(channel)_offset") ?? 0
      scale = sensorNumber("\(channel)_scale") ?? 1
    }
  }

  /// Returns the light in lux.
  package func read() throws(Errno) -> Double {
    let bytes = try file.bytes(at: 0, count: 32)
    let text = String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
    guard let value = Double(text) else { throw .inputOutput }
    let lux = (value + offset) * scale
    // Comparisons with NaN are false.
    guard lux >= 0, lux <= Self.brightest else { throw .inputOutput }
    return lux
  }
}

import Glibc
package import VitrineLinux
import VitrineUdev

/// An accelerometer with three axes.
package struct AccelerometerSummary: SensorSummary {
  package let name: String
  /// Its folder in sysfs.
  package let path: String
  /// The mount matrix from the udev rules or the kernel, not validated.
  package let mount: String?

  /// Finds the accelerometers, except for those in the keyboard half of a laptop.
  package static func all(
    in root: String, _ property: (_ device: String, _ name: String) -> String?
  ) -> [AccelerometerSummary] {
    sensorFolders(in: root).compactMap { device, path in
      let axes = ["x", "y", "z"].map { "\(path)/in_accel_\($0)_raw" }
      guard axes.allSatisfy({ (try? FileStatus(of: $0)) != nil }),
        !isInBase(path, property(device, "ACCEL_LOCATION"))
      else {
        return nil
      }
      return AccelerometerSummary(
        name: firstLine(of: "\(path)/name") ?? device, path: path,
        mount: property(device, "ACCEL_MOUNT_MATRIX") ?? mount(in: path))
    }
  }

  /// Whether the sensor is not in the same part as the display. Chromebooks name the part in
  /// `location` or `label`.
  private static func isInBase(_ path: String, _ location: String?) -> Bool {
    if let location { return location == "base" }
    return firstLine(of: "\(path)/location") == "base"
      || firstLine(of: "\(path)/label") == "accel-base"
  }

  private static func mount(in path: String) -> String? {
    ["in_accel_mount_matrix", "in_mount_matrix", "mount_matrix"].lazy
      .compactMap { firstLine(of: "\(path)/\($0)") }.first
  }
}

/// Returns the accelerometers of the display, in the order in which they are used.
package func surveyAccelerometers() -> [AccelerometerSummary] {
  let database = try? DeviceDatabase(subsystem: "iio")  // Optional: sysfs reports enough.
  return AccelerometerSummary.all(in: "/sys") { database?.property($1, of: $0) }
}

extension DeviceDatabase {
  func property(_ name: String, of device: String) -> String? {
    self.device(device, property: name, buses: [])?.property
  }
}

/// An open accelerometer.
package struct Accelerometer: Sensor, ~Copyable {
  package static let threadName = "sensor"
  /// Five readings a second are enough to notice that a device is turned.
  package static let interval = Duration.milliseconds(200)

  private struct Axis: ~Copyable {
    let file: FileDescriptor
    /// The acceleration in m/s² is (raw + offset) × scale.
    let offset, scale: Double

    init(_ name: String, in path: String) throws(Errno) {
      file = try FileDescriptor(reading: "\(path)/in_accel_\(name)_raw")
      func number(_ kind: String) -> Double? {
        let own = "\(path)/in_accel_\(name)_\(kind)"
        return sensorNumber((try? FileStatus(of: own)) == nil ? "\(path)/in_accel_\(kind)" : own)
      }
      offset = number("offset") ?? 0
      scale = number("scale") ?? 1
    }

    func read() throws(Errno) -> Double {
      let bytes = try file.bytes(at: 0, count: 32)
      guard let raw = Int(String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)) else {
        throw .inputOutput
      }
      return (Double(raw) + offset) * scale
    }
  }

  private let x, y, z: Axis

  package init(_ summary: AccelerometerSummary) throws(Errno) {
    let x = try Axis("x", in: summary.path)
    let y = try Axis("y", in: summary.path)
    let z = try Axis("z", in: summary.path)
    self.x = x
    self.y = y
    self.z = z
  }

  /// Returns the acceleration in the sensor's axes.
  package func read() throws(Errno) -> SIMD3<Double> {
    SIMD3(try x.read(), try y.read(), try z.read())
  }
}

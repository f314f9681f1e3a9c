import Glibc
import VitrineLinux
import VitrineUdev

/// An accelerometer with three axes.
package struct AccelerometerSummary: Hashable, Sendable {
  /// The kernel's name of the chip, such as `mma7660`.
  package let name: String
  /// Its folder in sysfs.
  package let path: String
  /// The mount matrix from the udev rules or the kernel, not validated.
  package let mount: String?
}

/// Returns the accelerometers of the display, in the order in which they are used.
package func surveyAccelerometers() -> [AccelerometerSummary] {
  let database = try? DeviceDatabase(subsystem: "iio")  // Optional: sysfs reports enough.
  return AccelerometerSearch().all { database?.property($1, of: $0) }
}

extension DeviceDatabase {
  func property(_ name: String, of device: String) -> String? {
    self.device(device, property: name, buses: [])?.property
  }
}

/// Finds accelerometers of the kernel's industrial I/O subsystem.
struct AccelerometerSearch {
  /// The mount point of sysfs; tests use another folder.
  var root = "/sys"

  /// A limit above any real machine.
  private static let mostDevices = 256

  /// Returns the accelerometers, except for those in the keyboard half of a laptop. `property`
  /// returns a property of a device from the udev rules, such as `ACCEL_LOCATION` of `iio:device0`.
  func all(_ property: (_ device: String, _ name: String) -> String?) -> [AccelerometerSummary] {
    let folder = "\(root)/bus/iio/devices"
    let numbers = directoryEntries(folder)
      .compactMap { $0.hasPrefix("iio:device") ? Int($0.dropFirst(10)) : nil }.sorted()
    return numbers.prefix(Self.mostDevices).compactMap { number in
      let device = "iio:device\(number)"
      let path = "\(folder)/\(device)"
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
  private func isInBase(_ path: String, _ location: String?) -> Bool {
    if let location { return location == "base" }
    return firstLine(of: "\(path)/location") == "base"
      || firstLine(of: "\(path)/label") == "accel-base"
  }

  private func mount(in path: String) -> String? {
    ["in_accel_mount_matrix", "in_mount_matrix", "mount_matrix"].lazy
      .compactMap { firstLine(of: "\(path)/\($0)") }.first
  }
}

/// An open accelerometer. Reading may block: sensors behind USB first wake up.
struct Accelerometer: ~Copyable {
  private struct Axis: ~Copyable {
    let file: FileDescriptor
    /// The acceleration in m/s² is (raw + offset) × scale.
    let offset, scale: Double

    init(_ name: String, in path: String) throws(Errno) {
      file = try FileDescriptor(reading: "\(path)/in_accel_\(name)_raw")
      func number(_ kind: String) -> Double? {
        let line =
          firstLine(of: "\(path)/in_accel_\(name)_\(kind)")
          ?? firstLine(of: "\(path)/in_accel_\(kind)")
        return line.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
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

  init(_ summary: AccelerometerSummary) throws(Errno) {
    let x = try Axis("x", in: summary.path)
    let y = try Axis("y", in: summary.path)
    let z = try Axis("z", in: summary.path)
    self.x = x
    self.y = y
    self.z = z
  }

  /// Returns the acceleration in the sensor's axes.
  func read() throws(Errno) -> SIMD3<Double> {
    SIMD3(try x.read(), try y.read(), try z.read())
  }
}

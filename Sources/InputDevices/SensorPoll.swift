package import VitrineLinux
package import VitrineTiming

/// A sensor of the kernel's industrial I/O subsystem (IIO), open for reading. Reading may block: sensors
/// behind USB first wake up.
package protocol Sensor: ~Copyable, SendableMetatype {
  associatedtype Summary: SensorSummary
  associatedtype Reading: Hashable, Sendable

  /// The name of the thread that reads it.
  static var threadName: String { get }
  /// The time between two readings.
  static var interval: Duration { get }

  init(_ summary: Summary) throws(Errno)
  func read() throws(Errno) -> Reading
}

/// The description of a sensor.
package protocol SensorSummary: Hashable, Sendable {
  /// The kernel's name of the chip, such as `mma7660`.
  var name: String { get }
  /// Finds the sensors in a sysfs at `root`, in the order in which they are used. `property` returns a
  /// property of a device from the udev rules, such as `ACCEL_LOCATION` of `iio:device0`.
  static func all(
    in root: String, _ property: (_ device: String, _ name: String) -> String?
  ) -> [Self]
}

/// An event of a sensor.
package enum SensorEvent<Summary: SensorSummary, Reading: Hashable & Sendable>: Hashable, Sendable {
  /// A sensor is in use.
  case found(Summary)
  case reading(Reading, at: HostTime)
  /// The sensor is gone or cannot be read; it is used again once it can.
  case lost(name: String, Errno)
  /// There was none at the start.
  case missing
}

/// Reads the first sensor that works, and decides when. Confined to one thread.
struct SensorPoll<Device: Sensor & ~Copyable>: ~Copyable {
  typealias Event = SensorEvent<Device.Summary, Device.Reading>

  /// The interval for a sensor that is missing or fails, in case there is no event.
  private static var pause: Duration { .seconds(10) }
  /// Fewer failures in a row are not reported.
  private static var tolerated: Int { 3 }
  /// A sensor whose readings fail twice within this time is flapping: it is only reported again after that long without
  /// a failure. Unplugging does not count.
  private static var calm: Duration { .seconds(600) }

  private let search: () -> [Device.Summary]
  private var sensor: Device?
  private var summary: Device.Summary?
  /// The latest event except for readings. Each is reported once.
  private var reported: Event?
  private var failures = 0
  /// The first reading since the latest failure.
  private var worksSince: HostTime?
  /// When the latest loss was reported.
  private var lostAt: HostTime?
  private var isFlapping = false
  /// When to call `poll`.
  private(set) var due: HostTime

  init(at now: HostTime, _ search: @escaping () -> [Device.Summary]) {
    self.search = search
    due = now
  }

  /// A device was added, removed or changed.
  mutating func devicesChanged(at now: HostTime) {
    if sensor == nil { due = now }
  }

  /// Reads the sensor, or looks for one. Returns what to report; the time of a reading is that of
  /// its end.
  mutating func poll(at now: HostTime, end: () -> HostTime) -> [Event] {
    guard due <= now else { return [] }
    if sensor == nil { open() }
    guard let summary else {
      due = end() + Self.pause
      if reported == nil { return report(.missing) }
      guard case .found(let last) = reported else { return [] }
      return lose(last, .noDevice, at: now)
    }
    do throws(Errno) {
      guard let reading = try sensor?.read() else { throw .noDevice }
      let time = end()
      due = time + Device.interval
      return recordReading(of: summary, at: time) + [.reading(reading, at: time)]
    } catch {
      sensor = nil
      (failures, worksSince) = (failures + 1, nil)  // bound: one for each reading
      // Another one may have taken its place.
      due = end() + (failures <= Self.tolerated ? Device.interval : Self.pause)
      return failures < Self.tolerated ? [] : lose(summary, error, at: now)
    }
  }

  private mutating func recordReading(of summary: Device.Summary, at time: HostTime) -> [Event] {
    let since = worksSince ?? time
    (failures, worksSince) = (0, since)
    guard !isFlapping || time - since >= Self.calm else { return [] }
    isFlapping = false
    return report(.found(summary))
  }

  private mutating func lose(
    _ summary: Device.Summary, _ error: Errno, at now: HostTime
  ) -> [Event] {
    // The cause may differ each time.
    if case .lost = reported { return [] }
    isFlapping = error != .noDevice && lostAt.map { now - $0 < Self.calm } ?? false
    lostAt = now
    return report(.lost(name: summary.name, error))
  }

  /// Opens the first sensor; `summary` is also set if that fails.
  private mutating func open() {
    summary = search().first
    do throws(Errno) {
      if let summary { sensor = try Device(summary) }
    } catch {
      // The reading reports that there is none.
      sensor = nil
    }
  }

  private mutating func report(_ event: Event) -> [Event] {
    guard event != reported else { return [] }
    reported = event
    return [event]
  }
}

/// A number in a file of sysfs.
func sensorNumber(_ path: String) -> Double? {
  firstLine(of: path).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
}

/// The folders of IIO devices in a sysfs, by number.
func sensorFolders(in root: String) -> [(device: String, path: String)] {
  // A limit above any real machine.
  let most = 256
  let folder = "\(root)/bus/iio/devices"
  let numbers = directoryEntries(folder)
    .compactMap { $0.hasPrefix("iio:device") ? Int($0.dropFirst(10)) : nil }.sorted()
  return numbers.prefix(most).map { ("iio:device\($0)", "\(folder)/iio:device\($0)") }
}

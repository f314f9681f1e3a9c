package import VitrineLinux
package import VitrineTiming

/// An event of the accelerometer.
package enum AccelerometerEvent: Hashable, Sendable {
  /// A sensor is in use.
  case found(AccelerometerSummary)
  /// An acceleration in the sensor's axes.
  case reading(SIMD3<Double>, at: HostTime)
  /// The sensor is gone or cannot be read; it is used again once it can.
  case lost(name: String, Errno)
  /// There was none at the start.
  case missing
}

/// Reads the first accelerometer that works, and decides when. Confined to one thread.
struct AccelerometerPoll: ~Copyable {
  /// Five readings a second are enough to notice that a device is turned.
  static let interval = Duration.milliseconds(200)
  /// The interval for a sensor that is missing or fails, in case there is no event.
  static let pause = Duration.seconds(10)

  private let search: () -> [AccelerometerSummary]
  private var sensor: Accelerometer?
  private var summary: AccelerometerSummary?
  /// The latest event except for readings. Each is reported once.
  private var reported: AccelerometerEvent?
  /// When to call `poll`.
  private(set) var due: HostTime

  init(at now: HostTime, _ search: @escaping () -> [AccelerometerSummary]) {
    self.search = search
    due = now
  }

  /// A device was added, removed or changed.
  mutating func devicesChanged(at now: HostTime) {
    if sensor == nil { due = now }
  }

  /// Reads the sensor, or looks for one. Returns what to report; the time of a reading is that of
  /// its end.
  mutating func poll(at now: HostTime, end: () -> HostTime) -> [AccelerometerEvent] {
    guard due <= now else { return [] }
    if sensor == nil { open() }
    guard let summary else {
      due = end() + Self.pause
      return reported == nil ? report(.missing) : []
    }
    do throws(Errno) {
      guard let reading = try sensor?.read() else { throw .noDevice }
      let time = end()
      due = time + Self.interval
      return report(.found(summary)) + [.reading(reading, at: time)]
    } catch {
      sensor = nil
      // Another one may have taken its place.
      due = end() + (reported == .found(summary) ? Self.interval : Self.pause)
      return report(.lost(name: summary.name, error))
    }
  }

  /// Opens the first sensor; `summary` is also set if that fails.
  private mutating func open() {
    summary = search().first
    do throws(Errno) {
      if let summary { sensor = try Accelerometer(summary) }
    } catch {
      // The reading reports that there is none.
      sensor = nil
    }
  }

  private mutating func report(_ event: AccelerometerEvent) -> [AccelerometerEvent] {
    guard event != reported else { return [] }
    reported = event
    return [event]
  }
}

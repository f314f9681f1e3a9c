import VitrineInputDevices
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrineTiming

/// Sets the brightness of displays by the light around them: a thread reads the sensor, and the service's
/// thread decides and asks for the result.
struct AmbientLight: Sendable {
  private typealias Event = SensorThread<LightSensor>.Event

  private var decision: AmbientBrightness
  private let range: ClosedRange<Int>
  private let events: BoundedQueue<Event>
  private let thread: SensorThread<LightSensor>
  private let log: Log
  /// Whether the next update returns the brightness even if it has not changed.
  private var isOutdated = false

  /// `root` is the mount point of sysfs, or a test's folder.
  init(_ range: ClosedRange<Int>, root: String = "/sys", log: Log) throws(Errno) {
    let events = BoundedQueue<Event>(limit: .max)
    (self.range, self.events, self.log) = (range, events, log)
    decision = AmbientBrightness(range)
    thread = try SensorThread(root: root) { events.force($0) }
  }

  /// Makes the next update return the brightness, because another one may have been set.
  mutating func invalidate() { isOutdated = true }

  /// Returns the brightness to set now; nil for no change.
  mutating func update(at now: HostTime) -> Brightness? {
    var changed: Int?
    while let event = events.tryPop() { changed = handle(event, at: now) ?? changed }
    changed = decision.update(at: now) ?? changed
    if isOutdated { changed = decision.percent }
    isOutdated = false
    return changed.map(Brightness.init(percent:))
  }

  /// Returns the brightness if it changes.
  private mutating func handle(_ event: Event, at now: HostTime) -> Int? {
    switch event {
    case .found(let sensor):
      log.solve(.light)
      log.write(.inputAdded, "input: light sensor \(sensor.name) connected")
    case .reading(let lux, let time): return decision.feed(lux, at: time)
    case .lost(let name, .noDevice):
      log.write(
        LogMessage(.inputRemoved, "input: light sensor \(name) disconnected; \(fallback)"),
        lasting: .light)
      decision.lose(at: now)
    case .lost(let name, let error):
      log.write(
        LogMessage(
          .inputUnavailable,
          "input: light sensor \(name): \(error); \(fallback). Check its driver: "
            + "grep . /sys/bus/iio/devices/*/in_illuminance*"), lasting: .light)
      decision.lose(at: now)
    case .missing:
      log.write(
        LogMessage(
          .inputUnavailable,
          "input: no light sensor found; the brightness is \(range.upperBound)% until there is one. Load its "
            + "driver, or set display.brightness to a number: ls /sys/bus/iio/devices"),
        lasting: .light)
    }
    return nil
  }

  private var fallback: String {
    "the brightness stays for 10 minutes, and is \(range.upperBound)% after that"
  }

  func close() { thread.close() }
}

package import VitrineLinux
import VitrineTiming
import VitrineUdev

/// A thread that reads a sensor. Thread-safe.
///
/// Each sensor has its own thread, because reading one behind USB, or one that collects light, takes up
/// to a second.
package final class SensorThread<Device: Sensor & ~Copyable>: Sendable {
  package typealias Event = SensorEvent<Device.Summary, Device.Reading>

  private let ending: Wakeup
  private let isEnding = Shared(false)
  private let thread: NamedThread

  /// Starts the thread. `handler` is called on it for each event. `root` is the mount point of sysfs, or
  /// a test's folder.
  package init(
    root: String = "/sys", handler: @escaping @Sendable (Event) -> Void
  ) throws(Errno) {
    let (ending, isEnding) = (try Wakeup(), isEnding)
    self.ending = ending
    let parts = try SensorLoopParts()
    thread = try NamedThread(Device.threadName) {
      SensorLoop<Device>(parts, ending, root, handler).run { isEnding.value }
    }
  }

  /// Ends the thread. Waits for a reading that is under way.
  package func close() {
    isEnding.update { $0 = true }
    ending.ring()
    thread.join()
  }
}

private final class SensorLoopParts: Sendable {
  let loop: EventLoop
  let timer: Timer

  init() throws(Errno) {
    loop = try EventLoop()
    timer = try Timer()
  }
}

/// The loop of the thread. Confined to it.
private final class SensorLoop<Device: Sensor & ~Copyable> {
  private enum Token: UInt64 { case ending, timer, hotPlug }

  private let parts: SensorLoopParts
  private let ending: Wakeup
  private let handler: (SensorPoll<Device>.Event) -> Void
  /// Without it, the sensor is looked for by time.
  private let monitor = try? DeviceMonitor(subsystem: "iio")
  private let database = try? DeviceDatabase(subsystem: "iio")
  private var poll: SensorPoll<Device>

  init(
    _ parts: SensorLoopParts, _ ending: Wakeup, _ root: String,
    _ handler: @escaping (SensorPoll<Device>.Event) -> Void
  ) {
    self.parts = parts
    self.ending = ending
    self.handler = handler
    poll = SensorPoll(at: .now()) { [database] in
      Device.Summary.all(in: root) { database?.property($1, of: $0) }
    }
  }

  func run(until isEnding: () -> Bool) {
    do throws(Errno) {
      try parts.loop.add(ending.descriptor, token: Token.ending.rawValue)
      try parts.loop.add(parts.timer.descriptor, token: Token.timer.rawValue)
      if let monitor { try parts.loop.add(monitor.descriptor, token: Token.hotPlug.rawValue) }
      while !isEnding() {
        for event in poll.poll(at: .now(), end: HostTime.now) { handler(event) }
        parts.timer.set(to: poll.due)
        try parts.loop.wait { token in
          switch Token(rawValue: token) {
          case .ending: ending.clear()
          case .timer: parts.timer.clear()
          case .hotPlug, nil: readHotPlug()
          }
        }
      }
    } catch {
      handler(.lost(name: "sensor", error))
    }
  }

  private func readHotPlug() {
    while monitor?.next() != nil {}
    poll.devicesChanged(at: .now())
  }
}

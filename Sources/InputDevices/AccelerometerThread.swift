package import VitrineLinux
import VitrineTiming
import VitrineUdev

/// The thread "sensor": reads the accelerometer. Thread-safe.
///
/// It has its own thread because a sensor behind USB takes up to half a second to answer.
package final class AccelerometerThread: Sendable {
  private let ending: Wakeup
  private let isEnding = Shared(false)
  private let thread: NamedThread

  /// Starts the thread. `handler` is called on it for each event.
  package init(
    handler: @escaping @Sendable (AccelerometerEvent) -> Void
  ) throws(Errno) {
    let (ending, isEnding) = (try Wakeup(), isEnding)
    self.ending = ending
    let parts = try AccelerometerLoop.Parts()
    thread = try NamedThread("sensor") {
      AccelerometerLoop(parts, ending, handler).run { isEnding.value }
    }
  }

  /// Ends the thread. Waits for a reading that is under way.
  package func close() {
    isEnding.update { $0 = true }
    ending.ring()
    thread.join()
  }
}

/// The loop of the thread. Confined to it.
private final class AccelerometerLoop {
  final class Parts: Sendable {
    let loop: EventLoop
    let timer: Timer

    init() throws(Errno) {
      loop = try EventLoop()
      timer = try Timer()
    }
  }

  private enum Token: UInt64 { case ending, timer, hotPlug }

  private let parts: Parts
  private let ending: Wakeup
  private let handler: (AccelerometerEvent) -> Void
  /// Without it, the sensor is looked for by time.
  private let monitor = try? DeviceMonitor(subsystem: "iio")
  private let database = try? DeviceDatabase(subsystem: "iio")
  private var poll: AccelerometerPoll

  init(_ parts: Parts, _ ending: Wakeup, _ handler: @escaping (AccelerometerEvent) -> Void) {
    (self.parts, self.ending, self.handler) = (parts, ending, handler)
    poll = AccelerometerPoll(at: .now()) { [database] in
      AccelerometerSearch().all { database?.property($1, of: $0) }
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

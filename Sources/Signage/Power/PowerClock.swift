import VitrineLinux
import VitrinePlans
import VitrineSchedules
import VitrineTiming

/// Notifies a player when its power schedule is due, by the time of day, on the thread "power".
/// Thread-safe.
final class PowerClock: Sendable {
  private let timer: WallClockTimer
  private let wakeup: Wakeup
  private let isClosed = Shared(false)
  private let thread = Shared<NamedThread?>(nil)

  /// There is no event for a changed time zone, so the schedule is checked at this interval (in
  /// seconds).
  private static let longestWait: Int64 = 60

  /// `changed` is called on the thread, at each time set and when the machine's clock is set.
  init(changed: @escaping @Sendable () -> Void) throws(Errno) {
    timer = try WallClockTimer()
    wakeup = try Wakeup()
    let started = try NamedThread("power") { [self] in
      // Without an event loop, the schedule is checked with each command only.
      try? serve(changed)
    }
    thread.update { $0 = started }
  }

  /// Schedules a check at `moment` or earlier.
  func set(to moment: Int64?) {
    let latest = ClockReading.now().moment.second +| Self.longestWait
    timer.set(to: min(moment ?? latest, latest))
  }

  func close() {
    isClosed.update { $0 = true }
    wakeup.ring()
    thread.value?.join()
  }

  private func serve(_ changed: () -> Void) throws(Errno) {
    let loop = try EventLoop()
    try loop.add(timer.descriptor, token: 0)
    try loop.add(wakeup.descriptor, token: 1)
    while !isClosed.value {
      try loop.wait { _ in }
      timer.clear()
      if !isClosed.value { changed() }
    }
  }
}

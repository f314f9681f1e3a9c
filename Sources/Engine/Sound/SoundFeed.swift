internal import VitrineLinux
internal import VitrineMedia
public import VitrinePlayback
internal import VitrineScanout
package import VitrineSound
public import VitrineTiming

/// What the sound thread lets everyone know.
public struct SoundState: Sendable {
  public var clock: PlaybackClock
  /// Runs whose sound has all been written, with the media time of its end.
  public var ended: [Run: MediaTime] = [:]
  public var underruns = 0
  /// The device in use; nil while there is none and the machine's clock keeps the time.
  public var device: String?

  public init(clock: PlaybackClock) {
    self.clock = clock
  }
}

/// What the sound is to do.
package enum SoundOrder: Sendable {
  /// Plays a run from the next free sample on, moved on to the vblank that follows it.
  case begin(SoundRun, vblanks: VblankClock?)
  /// Plays a run where the one that plays ends.
  case follow(SoundRun, vblanks: VblankClock?)
  case leave(Run)
  case pause
  case resume(vblanks: VblankClock?)
  /// Media time to real time, the pitch kept.
  case setSpeed(Double)
  /// A little faster or slower than that, again and again and without a break; nil is not at all.
  case trim(Double?)
  case setVolume(Double)
  /// Leaves so much of a run out.
  case leap(Run, by: MediaTime)
  /// Moves a paused run on to this media time.
  case step(Run, to: MediaTime)
  /// The picture is on this display from now on; nil is one that cannot be told.
  case accompany(WantedMonitor?)
}

/// The thread that keeps the sound device fed, and the clock that comes of it.
///
/// The device is opened once and plays without a break: silence where there is nothing to
/// play. Without a device the machine's clock takes its place, samples are thrown away at
/// their time, and everything else stays the same.
final class SoundFeed: Sendable {
  typealias Order = SoundOrder

  /// What is reported of the device: once when it is lost, once when it is back.
  enum News: Sendable {
    case opened(String)
    case unavailable(String)
  }

  private let orders = BoundedQueue<Order>(limit: .max)
  private let wakeup: Wakeup
  private let thread: NamedThread
  private let drains = Shared(false)
  private let shared: Shared<SoundState>

  /// `choice` says which device; `changed` is called on the sound thread when the clock jumps.
  init(
    _ choice: SoundChoice, report: @escaping @Sendable (News) -> Void,
    changed: @escaping @Sendable () -> Void
  ) throws(Errno) {
    let now = HostTime.now()
    let format = SoundFormat.standard
    let clock = PlaybackClock(
      steady: SteadyClock(rate: Double(format.rate), position: 0, at: now),
      timeline: SoundTimeline(rate: format.rate))
    let shared = Shared(SoundState(clock: clock))
    self.shared = shared
    wakeup = try Wakeup()
    let (wakeup, orders, drains) = (wakeup, orders, drains)
    thread = try NamedThread("sound", priority: .realtime(level: 15)) {
      var loop = SoundLoop(
        device: SoundDevice(choice: choice, format: format, report: report), format: format,
        shared: shared, changed: changed)
      loop.run(orders, wakeup: wakeup, drains: drains)
    }
  }

  /// A copy of the clock and what belongs to it. Thread-safe.
  var state: SoundState { shared.value }

  func perform(_ order: Order) {
    orders.push(order)
    wakeup.ring()
  }

  /// Ends the thread; with `draining`, once what was written has been heard (a tenth of a second).
  func close(draining: Bool) {
    drains.update { $0 = draining }
    orders.close()
    wakeup.ring()
    thread.join()
  }
}

internal import VitrineLinux
package import VitrineMedia
package import VitrinePlayback
internal import VitrineScanout
package import VitrineSound
package import VitrineTiming

/// The published state of the sound thread.
package struct SoundState: Sendable {
  package var clock: PlaybackClock
  /// The format of samples for the device in use, or for the last one.
  package var format = SoundFormat.standard
  /// The coding for which the device is open; nil for samples.
  package var coding: SoundCoding?
  /// Runs whose sound has been written completely, with the media time of its end.
  package var ended: [Run: MediaTime] = [:]
  package var underruns = 0
  /// The codings accepted by the device.
  package var codings: Set<SoundCoding> = []
  /// Why sound in these codings is decoded now; nil if it passes through.
  package var decodingCause: DecodingCause?
  /// The requested device.
  package var choice: SoundChoice
  /// The device in use; nil if there is none and the machine's clock is used.
  package var device: String?

  package init(clock: PlaybackClock, choice: SoundChoice = .automatic) {
    (self.clock, self.choice) = (clock, choice)
  }
}

/// A command for the sound thread.
package enum SoundCommand: Sendable {
  /// Plays a run from the next free sample on, delayed to the next vblank.
  case begin(SoundRun, vblanks: VblankClock?)
  /// Plays a run where the current one ends.
  case follow(SoundRun, vblanks: VblankClock?)
  case leave(Run)
  case pause
  case resume(vblanks: VblankClock?)
  /// The playback rate, with unchanged pitch.
  case setSpeed(Double)
  /// A small correction of the rate, adjusted often and without gaps; nil ends it.
  case trim(Double?)
  case setVolume(Double)
  /// Plays speech over everything else, instead of earlier speech.
  case speak([Int16])
  /// Skips a part of a run.
  case leap(Run, by: MediaTime)
  /// Steps a paused run to this media time.
  case step(Run, to: MediaTime)
  /// The monitor that shows the picture; nil if unknown.
  case accompany(WantedMonitor?)
  /// Plays on another device. `done` receives nil, or why the sound stays on the present one. Called on
  /// the sound thread; must not block.
  case choose(SoundChoice, done: @Sendable (String?) -> Void)
}

/// The thread that feeds the sound device, and the clock derived from it.
///
/// The device is opened once and plays continuously: silence if there is nothing else. Without a
/// device, the machine's clock replaces it, samples are discarded when they are due, and everything
/// else works the same.
final class SoundFeed: Sendable {
  typealias Command = SoundCommand

  /// Events of the device: reported once when it is lost, once when it is back.
  enum Event: Sendable {
    case opened(String)
    case unavailable(String)
    /// No device is requested any more.
    case off
    /// Compressed sound is decoded although the device takes it.
    case decoded(SoundCoding, DecodingCause)
    case mixerSet(String)
    case mixerUnavailable(String)
  }

  private let commands = BoundedQueue<Command>(limit: .max)
  private let wakeup: Wakeup
  private let thread: NamedThread
  private let drains = Shared(false)
  private let shared: Shared<SoundState>
  private let report: @Sendable (Event) -> Void
  private let hasReportedFilter = Shared(false)
  private let reportedCause = Shared<DecodingCause?>(nil)

  /// `changed` is called on the sound thread when the clock jumps.
  init(
    _ options: SoundOptions, report: @escaping @Sendable (Event) -> Void,
    changed: @escaping @Sendable () -> Void
  ) throws(Errno) {
    let now = HostTime.now()
    let format = SoundFormat.standard
    let clock = PlaybackClock(
      steady: SteadyClock(rate: Double(format.rate), position: 0, at: now),
      timeline: SoundTimeline(rate: format.rate))
    let shared = Shared(SoundState(clock: clock, choice: options.device))
    self.shared = shared
    self.report = report
    wakeup = try Wakeup()
    let (wakeup, commands, drains) = (wakeup, commands, drains)
    thread = try NamedThread("sound", priority: .realtime(level: 15)) {
      var loop = SoundLoop(
        device: SoundDevice(options, report: report), options, format: format,
        shared: shared, changed: changed)
      loop.run(commands, wakeup: wakeup, drains: drains)
    }
  }

  /// A snapshot of the clock and its state. Thread-safe.
  var state: SoundState { shared.value }

  /// Whether compressed sound passes through to the device now. If not although the device takes it, reports
  /// each new cause. Thread-safe.
  func passesThrough(_ coding: SoundCoding) -> Bool {
    let state = shared.value
    guard state.codings.contains(coding) else { return false }
    guard let cause = state.decodingCause else { return true }
    let isNew = reportedCause.update { reported in
      defer { reported = cause }
      return reported != cause
    }
    if isNew { report(.decoded(coding, cause)) }
    return false
  }

  func perform(_ command: Command) {
    switch command {
    // Loaded on this thread, so that the sound thread does not stop for it.
    case .setSpeed(let rate) where rate != 1: loadFilter()
    case .trim(.some): loadFilter()
    default: break
    }
    commands.push(command)
    wakeup.ring()
  }

  private func loadFilter() {
    guard let library = Tempo.missingLibrary() else { return }
    let isNew = hasReportedFilter.update { reported in
      defer { reported = true }
      return !reported
    }
    if isNew { report(.unavailable("at other speeds: \(library) is not installed")) }
  }

  /// Ends the thread; with `draining`, after the written sound has been played (0.1 s).
  func close(draining: Bool) {
    drains.update { $0 = draining }
    commands.close()
    wakeup.ring()
    thread.join()
  }
}

import Glibc
import Synchronization
import VitrineEngine
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineTiming

/// The black box of a service: keeps the latest events in memory, and writes them to the state folder after a fault, on
/// a thread that may wait for the disk. Thread-safe.
package final class FaultRecorder: Sendable {
  let ring = EventRing(logarithm: 13)
  private let state = Mutex(State())
  private let jobs = BoundedQueue<Job>(limit: 4)
  private let thread: NamedThread
  private let log: Log

  private struct State {
    var limit = FaultLimit()
    var detectors: [Int: FaultDetector] = [:]
    /// The main player's item.
    var item: String?
    var isLate = false
    /// The players whose displays were turned off.
    var dark: Set<Int> = []
    /// When the figures of a player are due.
    var nextSample: [Int: HostTime] = [:]
  }

  private struct Job: Sendable {
    let record: FaultRecord
    let events: [UInt8]
    let log: LogMessage
  }

  init(state folder: Folder, _ log: Log) throws(Errno) {
    self.log = log
    let (store, jobs) = (FaultStore(state: folder), jobs)
    let recordCrashes = { @Sendable [ring] in
      if !ring.recordCrashes(
        to: store.crashPath, program: Program.version, kind: Fault.crashed.rawValue)
      {
        log.write(
          .faultNotRecorded,
          "fault: crashes are not recorded: the path of the state folder is too long")
      }
    }
    thread = try NamedThread("faults") {
      do throws(Errno) { try store.begin(at: Int64(WallTime.seconds)) } catch {
        log.write(.faultNotRecorded, "fault: none can be recorded: \(error)")
      }
      recordCrashes()
      // By then the crash before this run is old enough to make way for another.
      var due: HostTime? = .now() + FaultStore.crashAge
      while !jobs.isExhausted {
        guard let job = jobs.pop(until: due) else {
          if due.map({ $0 <= .now() }) == true {
            due = nil
            // The next start tries it again.
            try? store.begin(at: Int64(WallTime.seconds))
          }
          continue
        }
        do throws(Folder.ReplaceError<Errno>) {
          try store.write(job.record.header + job.events)
          log.write(job.log)
        } catch {
          log.write(
            .faultNotRecorded,
            "fault: \(job.record.fault.name): \(job.record.text); not recorded: \(error)")
        }
      }
    }
  }

  /// The recorder of the player with this number.
  func events(of player: Int) -> EventRecorder {
    EventRecorder(ring, source: UInt16(clamping: player))
  }

  /// Called on the threads of the players; `player` is the number, `output` the connector if there are several.
  func handle(_ event: PlayerEvent, of player: Int, output: String? = nil) {
    let (now, recorder) = (HostTime.now(), events(of: player))
    if let (kind, text) = Self.entry(of: event) { recorder.record(kind, text, at: now) }
    switch event {
    case .playing(let item) where player == 0:
      state.withLock { $0.item = item.location }
      EventRing.describeCrash(item.location)
    case .failed(let item, let error) where error.isHang:
      record(
        .decoderHung, "\(item.location): \(error.message)", item: item.location, output, at: now)
    // Content may arrive later than the player.
    case .waiting(let error, _) where state.withLock({ $0.item != nil }):
      record(.nothingPlayable, error.message, output, at: now)
    case .power(let isOn): setDark(player, !isOn)
    case .display(.off): setDark(player, true)
    case .display(.lit): setDark(player, false)
    // Displays that are turned off may also disconnect.
    case .display(.dark(let reason)) where !state.withLock({ $0.dark.contains(player) }):
      record(.displayLost, reason, output, at: now)
    default: break
    }
  }

  private func setDark(_ player: Int, _ isDark: Bool) {
    state.withLock { state in
      if isDark { state.dark.insert(player) } else { state.dark.remove(player) }
    }
  }

  private static func entry(of event: PlayerEvent) -> (RecordedEvent.Kind, String)? {
    switch event {
    case .opened(let item, _): (.item, "opened \(item.name)")
    case .playing(let item): (.item, "plays \(item.name)")
    case .failed(let item, _): (.item, "failed \(item.name)")
    case .stalled: (.item, "stalled")
    case .resumed: (.item, "resumed")
    case .ended: (.item, "queue ended")
    case .waiting: (.item, "none plays")
    case .damaged: (.decoder, "damaged file")
    case .decoderFallback: (.decoder, "fallback")
    case .overloaded: (.decoder, "overloaded")
    case .soundOpened: (.sound, "opened")
    case .soundUnavailable: (.sound, "unavailable")
    case .soundOff: (.sound, "off")
    case .soundDecoded: (.sound, "decoded")
    case .companionOpened: (.sound, "companion opened")
    case .companionUnavailable: (.sound, "companion unavailable")
    case .requested: (.input, "request")
    case .inputAdded: (.input, "connected")
    case .inputRemoved: (.input, "disconnected")
    case .display(.lit): (.display, "on")
    case .display(.dark): (.display, "lost")
    case .display(.off): (.display, "off")
    case .display(.reasserted): (.display, "reasserted")
    case .display(.warning): (.display, "degraded")
    case .power(let isOn): (.display, "power \(isOn ? "on" : "off")")
    default: nil
    }
  }

  /// Called often with the figures of a player; uses those of each second.
  func sample(
    _ read: @autoclosure () -> PlaybackStatistics, of player: Int, output: String?,
    at now: HostTime
  ) {
    let isDue = state.withLock { state in
      guard now >= state.nextSample[player] ?? now else { return false }
      state.nextSample[player] = now + Self.samplePeriod
      return true
    }
    guard isDue else { return }
    let statistics = read()
    func pair(_ upper: Int, _ lower: Int) -> UInt64 {
      UInt64(UInt32(truncatingIfNeeded: upper)) << 32 | UInt64(UInt32(truncatingIfNeeded: lower))
    }
    events(of: player).record(
      .statistics, pair(statistics.decoded, statistics.dropped),
      pair(statistics.late, statistics.recoveries), at: now)
    let cause = state.withLock {
      $0.detectors[player, default: FaultDetector()].missedFlips(statistics)
    }
    if let cause { record(.flipsMissed, cause, output, at: now) }
  }

  /// A little less than the service's timer.
  private static let samplePeriod = Duration.milliseconds(900)

  /// Called often with the state of the watchdog. Records once that it is late.
  func sample(isLate: Bool, at now: HostTime) {
    let isNew = state.withLock { state in
      defer { state.isLate = isLate }
      return isLate && !state.isLate
    }
    if isNew {
      record(.watchdogLate, "the threads do not respond, or no new picture is shown", nil, at: now)
    }
  }

  private func record(
    _ fault: Fault, _ cause: String, item: String? = nil, _ output: String?, at now: HostTime
  ) {
    events(of: 0).record(.fault, fault.name, at: now)
    guard let skipped = state.withLock({ $0.limit.admit(fault, at: now) }) else { return }
    let more = skipped > 0 ? " (\(skipped) more since the last record)" : ""
    let text = (output.map { "\($0): " } ?? "") + cause + more
    let record = FaultRecord(
      fault, text, time: Int64(WallTime.seconds), isClockTrusted: WallTime.isSynchronised, at: now,
      program: Program.version)
    let message = LogMessage(
      .faultRecorded, "fault: \(fault.name): \(text); vitrine explain shows the events before it",
      item: item, output: output)
    let events = ring.snapshot(since: now - FaultRecord.period)
    if !jobs.tryPush(Job(record: record, events: events, log: message)) {
      log.write(
        .faultNotRecorded,
        "fault: \(fault.name): \(text); not recorded: the disk does not respond")
    }
  }

  /// Waits until the last record is on disk.
  func close() {
    jobs.close()
    thread.join()
  }
}

import Synchronization
package import VitrineEngine
import VitrineLinux
import VitrineScanout
package import VitrineTiming

/// The duration of each step of a start, from the start of the process to the first picture. Thread-safe.
package final class StartTimeline: Sendable {
  /// In the usual order; the display and the first file are opened at the same time.
  package enum Step: String, CaseIterable, Sendable {
    /// The libraries are loaded.
    case loaded
    /// The options and the configuration are read.
    case configured
    /// The first file is open, and its tracks are known.
    case opened
    /// The display is on, in its mode.
    case display
    /// The first picture is on screen.
    case firstPicture
  }

  private let start: HostTime
  private let ends: Mutex<[Step: HostTime]>

  /// `start` is the time at which the process started, `loaded` at which `main` was called.
  package init(start: HostTime? = ProcessUsage.startTime, loaded: HostTime) {
    self.start = min(start ?? loaded, loaded)
    ends = Mutex([.loaded: loaded])
  }

  /// Records the end of a step; only the first end of each counts.
  package func record(_ step: Step, at time: HostTime = .now()) {
    ends.withLock { $0[step] = $0[step] ?? time }
  }

  /// Returns true if the start is now complete.
  @discardableResult
  package func handle(_ event: PlayerEvent, now: HostTime = .now()) -> Bool {
    switch event {
    case .opened: record(.opened, at: now)
    case .display(.lit): record(.display, at: now)
    case .firstPicture(let time):
      record(.firstPicture, at: time)
      return true
    default: break
    }
    return false
  }

  /// The time from the start of the process to the end of each recorded step, except those that ended after the first
  /// picture.
  package var durations: [(step: Step, end: Duration)] {
    let ends = ends.withLock { $0 }
    return Step.allCases.compactMap { step in
      guard let end = ends[step], end <= ends[.firstPicture] ?? end else { return nil }
      return (step, end - start)
    }
  }

  /// For the log: `first picture after 412 ms (loaded 31, configured 49, opened 80, display 230)`.
  package var text: String {
    let steps = durations.map { ($0.step, $0.end.nanoseconds / 1_000_000) }
    let before = steps.filter { $0.0 != .firstPicture }.map { "\($0.0.rawValue) \($0.1)" }
    let whole = steps.first { $0.0 == .firstPicture }.map { "after \($0.1) ms" } ?? "not shown yet"
    return "first picture \(whole) (\(before.joined(separator: ", ")))"
  }
}

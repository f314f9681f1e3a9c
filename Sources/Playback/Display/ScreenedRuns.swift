package import VitrinePlaylists

/// The items of the runs on screen, and how they ended: a run may stay visible after it was closed.
package struct ScreenedRuns: Sendable {
  private struct Screened {
    let item: Item
    let opening: Run
    var end: ShowingEnd?
  }

  private var runs: [Run: Screened] = [:]
  /// The ends of runs without a picture on screen yet.
  private var early: [Run: ShowingEnd] = [:]

  package init() {}

  /// Records that a run's picture is on screen.
  package mutating func begin(_ run: Run, _ item: Item, opening: Run) {
    runs[run] = Screened(item: item, opening: opening, end: early.removeValue(forKey: run))
    // A run leaves the screen after a few others.
    if runs.count > 64, let oldest = runs.keys.min() { runs[oldest] = nil }
  }

  /// Records how a run ended, whether it was visible yet or not.
  package mutating func record(_ end: ShowingEnd, of run: Run) {
    guard runs[run] != nil else {
      if early.count > 64 { early = [:] }
      return early[run] = end
    }
    runs[run]?.end = end
  }

  /// The item of a screen time, and how it ended; `current` is the opening on screen.
  package mutating func end(_ time: ScreenTime, current: Run?) -> (Item, opening: Run, ShowingEnd)?
  {
    guard let run = runs[time.run] else { return nil }
    if !time.isInterrupted || current == nil { runs[time.run] = nil }
    let continues = time.isInterrupted && current != nil || run.end == nil && run.opening == current
    return (run.item, run.opening, continues ? .open : run.end ?? .cut)
  }
}

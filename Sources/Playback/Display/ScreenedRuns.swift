public import VitrinePlaylists

/// Which items the runs on screen are of, and how they ended: what is seen of one may end after it was closed.
public struct ScreenedRuns: Sendable {
  private struct Screened {
    let item: Item
    let opening: Run
    var end: ShowingEnd?
  }

  private var runs: [Run: Screened] = [:]
  /// Of runs of which nothing is on screen yet.
  private var early: [Run: ShowingEnd] = [:]

  public init() {}

  /// A picture of a run is on screen.
  public mutating func begin(_ run: Run, _ item: Item, opening: Run) {
    runs[run] = Screened(item: item, opening: opening, end: early.removeValue(forKey: run))
    // A run is left within a few others.
    if runs.count > 64, let oldest = runs.keys.min() { runs[oldest] = nil }
  }

  /// A run has ended so, whether it was seen yet or not.
  public mutating func note(_ end: ShowingEnd, of run: Run) {
    guard runs[run] != nil else {
      if early.count > 64 { early = [:] }
      return early[run] = end
    }
    runs[run]?.end = end
  }

  /// What was seen of a run, and how it ended; `current` is the opening that is shown now.
  public mutating func end(_ time: ScreenTime, current: Run?) -> (Item, opening: Run, ShowingEnd)? {
    guard let run = runs[time.run] else { return nil }
    if !time.isInterrupted || current == nil { runs[time.run] = nil }
    let goesOn = time.isInterrupted && current != nil || run.end == nil && run.opening == current
    return (run.item, run.opening, goesOn ? .open : run.end ?? .cut)
  }
}

package import VitrineTiming

/// The screen time of one run, measured from flips: from its first picture to the first one of
/// another run, or until the display went dark or was covered.
package struct ScreenTime: Hashable, Sendable {
  package let run: Run
  /// The flip of its first picture, or the end of an interruption.
  package let begin: HostTime
  /// The flip that replaced its last picture.
  package internal(set) var end: HostTime
  /// The pictures shown, those of them that were late, and those dropped.
  package internal(set) var frames = 0
  package internal(set) var late = 0
  package internal(set) var dropped = 0
  /// Whether it is interrupted and may continue.
  package internal(set) var isInterrupted = false
  /// The obstacles before and after this part.
  package internal(set) var obstacles: Obstacles
}

/// Measures the screen time of each run. It must receive each flip with a new picture.
package struct ScreenTally: Hashable, Sendable {
  private var current: ScreenTime?
  /// The current obstacles, and those since a picture was last visible.
  private var obstacles: Obstacles = []
  private var past: Obstacles = []
  private var hidden: Hidden?

  /// The run behind an obstacle, and whether its picture is new since then.
  private struct Hidden: Hashable {
    let run: Run
    var isNew: Bool
  }

  package init() {}

  /// Records a run's picture on screen, or nil for a picture without a run. Returns the screen time
  /// that this ends.
  package mutating func record(_ run: Run?, isLate: Bool, at time: HostTime) -> ScreenTime? {
    guard obstacles.isEmpty else {
      hidden = run.map { Hidden(run: $0, isNew: true) }
      return nil
    }
    var left: ScreenTime?
    if current?.run != run {
      left = end(at: time)
      if let run { begin(run, at: time) }
    }
    current?.frames += 1
    current?.late += isLate ? 1 : 0
    return left
  }

  private mutating func begin(_ run: Run, at time: HostTime) {
    current = ScreenTime(run: run, begin: time, end: time, obstacles: past)
    past = []
  }

  /// Records dropped pictures of a run.
  package mutating func recordDropped(_ count: Int, of run: Run) {
    if current?.run == run { current?.dropped += count }
  }

  /// Adds an obstacle. Returns the screen time that this ends.
  package mutating func hide(by obstacle: Obstacles, at time: HostTime) -> ScreenTime? {
    let wasSeen = obstacles.isEmpty
    obstacles.insert(obstacle)
    past.insert(obstacle)
    guard wasSeen else { return nil }
    hidden = current.map { Hidden(run: $0.run, isNew: false) }
    var left = end(at: time)
    left?.isInterrupted = true
    left?.obstacles.insert(obstacle)
    return left
  }

  /// Removes obstacles. A display that is lit again receives its picture again; an uncovered
  /// picture is visible from now on, unless this flip replaces it (`isReplaced`).
  package mutating func reveal(from gone: Obstacles, isReplaced: Bool = false, at time: HostTime) {
    guard !obstacles.isDisjoint(with: gone) else { return }
    obstacles.subtract(gone)
    guard obstacles.isEmpty else { return }
    if gone == .covered {
      // Later runs were never covered.
      if hidden == nil { past = [] }
      if let hidden {
        begin(hidden.run, at: time)
        current?.frames = hidden.isNew && !isReplaced ? 1 : 0
      }
    }
    hidden = nil
  }

  /// The visible run.
  package var run: Run? { current?.run }

  /// Ends the current screen time.
  package mutating func end(at time: HostTime) -> ScreenTime? {
    guard var left = current else { return nil }
    current = nil
    left.end = max(time, left.begin)
    return left
  }
}

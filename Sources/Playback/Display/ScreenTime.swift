public import VitrineTiming

/// What was seen of one run, by the display's flips: from its first picture to the first of another run, or to
/// the moment at which the display went dark or was covered.
public struct ScreenTime: Hashable, Sendable {
  public let run: Run
  /// The flip of its first picture, or what had hidden it went then.
  public let begin: HostTime
  /// The flip that replaced its last.
  public internal(set) var end: HostTime
  /// Pictures that came on screen, those of them that came late, and those that were left out.
  public internal(set) var frames = 0
  public internal(set) var late = 0
  public internal(set) var missing = 0
  /// Whether it is hidden now, and may be seen again.
  public internal(set) var isInterrupted = false
  /// What has hidden it, before or behind this part of it.
  public internal(set) var obstacles: Obstacles
}

/// Counts what is seen of each run. A value; told of every flip that brings a new picture.
public struct ScreenTally: Hashable, Sendable {
  private var current: ScreenTime?
  /// What hides pictures now, and what has since one was seen.
  private var obstacles: Obstacles = []
  private var past: Obstacles = []
  private var hidden: Hidden?

  /// What is on screen behind an obstacle, and whether its picture came there unseen.
  private struct Hidden: Hashable {
    let run: Run
    var isNew: Bool
  }

  public init() {}

  /// A picture of a run came on screen; nil is one of none. What it has ended.
  public mutating func note(_ run: Run?, isLate: Bool, at time: HostTime) -> ScreenTime? {
    guard obstacles.isEmpty else {
      hidden = run.map { Hidden(run: $0, isNew: true) }
      return nil
    }
    var left: ScreenTime?
    if current?.run != run {
      left = take(at: time)
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

  /// Pictures of a run were left out.
  public mutating func noteMissing(_ count: Int, of run: Run) {
    if current?.run == run { current?.missing += count }
  }

  /// An obstacle comes. What that has ended.
  public mutating func hide(by obstacle: Obstacles, at time: HostTime) -> ScreenTime? {
    let wasSeen = obstacles.isEmpty
    obstacles.insert(obstacle)
    past.insert(obstacle)
    guard wasSeen else { return nil }
    hidden = current.map { Hidden(run: $0.run, isNew: false) }
    var left = take(at: time)
    left?.isInterrupted = true
    left?.obstacles.insert(obstacle)
    return left
  }

  /// Obstacles go. A display that is lit again is given its picture anew; where something lay over it,
  /// what is there is seen from now on, unless this very flip brings another (`isReplaced`).
  public mutating func reveal(from gone: Obstacles, isReplaced: Bool = false, at time: HostTime) {
    guard !obstacles.isDisjoint(with: gone) else { return }
    obstacles.subtract(gone)
    guard obstacles.isEmpty else { return }
    if gone == .covered {
      // What comes later was never covered.
      if hidden == nil { past = [] }
      if let hidden {
        begin(hidden.run, at: time)
        current?.frames = hidden.isNew && !isReplaced ? 1 : 0
      }
    }
    hidden = nil
  }

  /// The run that is seen.
  public var run: Run? { current?.run }

  /// Nothing is shown any more.
  public mutating func take(at time: HostTime) -> ScreenTime? {
    guard var left = current else { return nil }
    current = nil
    left.end = max(time, left.begin)
    return left
  }
}

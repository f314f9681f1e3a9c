public import Timing

/// What was seen of one run, by the display's flips: from its first picture to the first of another run, or to
/// the moment at which the display went dark or was covered.
public struct ScreenTime: Hashable, Sendable {
  public let run: Run
  /// The flip of its first picture.
  public let begin: HostTime
  /// The flip that replaced its last.
  public internal(set) var end: HostTime
  /// Pictures that came on screen, those of them that came late, and those that were left out.
  public internal(set) var frames = 0
  public internal(set) var late = 0
  public internal(set) var missing = 0
  /// Whether the display stopped showing it, and it may come again.
  public internal(set) var isInterrupted = false
  /// Whether it may have begun before, in the dark.
  public internal(set) var isPartial = false
}

/// Counts what is seen of each run. A value; told of every flip that brings a new picture.
public struct ScreenTally: Hashable, Sendable {
  private var current: ScreenTime?
  /// Whether pictures are seen.
  private var isSeen = true
  private var wasDark = false

  public init() {}

  /// A picture of a run came on screen; nil is one of none. What it has ended.
  public mutating func note(_ run: Run?, isLate: Bool, at time: HostTime) -> ScreenTime? {
    guard isSeen else { return nil }
    var left: ScreenTime?
    if current?.run != run {
      left = take(at: time)
      current = run.map { ScreenTime(run: $0, begin: time, end: time) }
      current?.isPartial = wasDark
      if run != nil { wasDark = false }
    }
    current?.frames += 1
    current?.late += isLate ? 1 : 0
    return left
  }

  /// Pictures of a run were left out.
  public mutating func noteMissing(_ count: Int, of run: Run) {
    if current?.run == run { current?.missing += count }
  }

  /// Pictures are seen from now on, or are not. What that has ended.
  public mutating func setSeen(_ isSeen: Bool, at time: HostTime) -> ScreenTime? {
    guard isSeen != self.isSeen else { return nil }
    self.isSeen = isSeen
    if !isSeen { wasDark = true }
    var left = isSeen ? nil : take(at: time)
    left?.isInterrupted = true
    return left
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

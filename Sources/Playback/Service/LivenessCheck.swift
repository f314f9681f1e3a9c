internal import VitrineTiming

/// Whether a player does what it should, for a watchdog that restarts it otherwise. A value.
///
/// Two things are asked: that the player's threads answer, and that new pictures reach the screen
/// where any are due; while none is decoded yet, that its item gets on. A pause, a still, a long gap
/// between two pictures, a dark display, and a card that says why nothing plays are all meant to
/// stand.
public struct LivenessCheck: Sendable {
  /// What is counted; each number only ever grows.
  public struct Sample: Hashable, Sendable {
    /// How often the player's own threads have answered.
    public var answers: Int
    /// Frames that were on screen.
    public var presented: Int
    /// Whether a new picture is due.
    public var isMoving: Bool
    /// What the item has done, where its next picture is still to be decoded; else nil: pictures that
    /// wait to be shown are no life.
    public var work: LiveWork?

    public init(answers: Int, presented: Int, isMoving: Bool, work: LiveWork? = nil) {
      (self.answers, self.presented, self.isMoving) = (answers, presented, isMoving)
      self.work = work
    }
  }

  /// When it was found alive last.
  private var lastAlive: Sample?

  public init() {}

  /// Whether something has happened since it was found alive last.
  public mutating func isAlive(_ sample: Sample) -> Bool {
    guard let lastAlive else {
      self.lastAlive = sample
      return true
    }
    guard sample.answers > lastAlive.answers,
      !sample.isMoving || !lastAlive.isMoving || sample.presented > lastAlive.presented
        || sample.work.map({ $0 != lastAlive.work }) ?? false
    else { return false }
    self.lastAlive = sample
    return true
  }
}

/// What the item that plays has done so far, for the watchdog: what was read and decoded, and the
/// tenths of a second that its threads have computed. A slow start is no death.
public struct LiveWork: Hashable, Sendable {
  let progress: StallDetector.Progress
  let tenths: Int64

  public init(_ progress: StallDetector.Progress, cpuTime: Duration) {
    self.progress = progress
    tenths = cpuTime.nanoseconds / 100_000_000
  }
}

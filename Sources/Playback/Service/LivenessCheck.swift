/// Whether a player does what it should, for a watchdog that restarts it otherwise. A value.
///
/// Two things are asked: that the player's threads answer, and that new pictures reach the screen
/// where any are due. A pause, a still, a dark display, and a card that says why nothing plays
/// are all meant to stand.
public struct LivenessCheck: Sendable {
  /// What is counted; each number only ever grows.
  public struct Sample: Hashable, Sendable {
    /// How often the player's own threads have answered.
    public var answers: Int
    /// Frames that were on screen.
    public var presented: Int
    /// Whether new pictures are due, again and again.
    public var isMoving: Bool

    public init(answers: Int, presented: Int, isMoving: Bool) {
      (self.answers, self.presented, self.isMoving) = (answers, presented, isMoving)
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
    else { return false }
    self.lastAlive = sample
    return true
  }
}

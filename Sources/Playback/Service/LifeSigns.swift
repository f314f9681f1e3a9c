/// Whether a player does what it should, for a watchdog that restarts it otherwise. A value.
///
/// Two things are asked: that the player's threads answer, and that new pictures reach the screen
/// where any are due. A pause, a still, a dark display, and a card that says why nothing plays
/// are all meant to stand.
public struct LifeSigns: Sendable {
  /// What is counted; each number only ever grows.
  public struct Look: Hashable, Sendable {
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

  /// As it was when it was found alive last.
  private var last: Look?

  public init() {}

  /// Whether something has happened since it was found alive last.
  public mutating func isAlive(_ look: Look) -> Bool {
    guard let last else {
      self.last = look
      return true
    }
    guard look.answers > last.answers,
      !look.isMoving || !last.isMoving || look.presented > last.presented
    else { return false }
    self.last = look
    return true
  }
}

/// Why what is on screen is there, and what comes after it: for people and programs that ask.
public struct ScheduleReport: Hashable, Sendable {
  /// Why it was this item's turn.
  public enum Reason: String, Hashable, Sendable {
    case override
    /// One of its showings in the hour was due.
    case hour
    /// It shares the time with others, by weights.
    case share
    /// It follows in the list.
    case turn
    /// There is nothing to show.
    case nothing
  }

  /// An override that stands, whether or not it is on screen.
  public struct Override: Hashable, Sendable {
    public let id: String
    /// Its file or address, or the title of its card.
    public let content: String
    /// Of a card.
    public let severity: Severity?
    /// Nil while the machine's clock has not been set.
    public var end: Moment?
    /// In seconds.
    public var remaining: Double
    public var isShown: Bool
    /// Whether it is written down where a restart and a power cut leave it.
    public var isKept: Bool
    /// Why it is not on screen.
    public var trouble: String?

    public init(
      _ note: OverrideNote, remaining: Double, isShown: Bool, isKept: Bool, trouble: String?
    ) {
      (id, end, self.remaining) = (note.id, note.end, max(0, remaining))
      (self.isShown, self.isKept, self.trouble) = (isShown, isKept, trouble)
      switch note.content {
      case .source(let source): (content, severity) = (source, nil)
      case .card(let title, _, let severity): (content, self.severity) = (title, severity)
      }
    }
  }

  /// Of what is on screen; nil where there is nothing to show.
  public var level: Level?
  public var reason: Reason
  /// The list around it that people know.
  public var list: String
  /// What follows it as things are; nil where nothing does, or that is not decided.
  public var next: String?
  /// The first moment at which another choice may be right, though nothing was shown until then.
  public var change: Moment?
  /// Whether the list says when what is shown.
  public var isScheduled: Bool
  public var isClockTrusted: Bool
  /// Whether the queue is the list's: false after an operator has cleared it or loaded something else.
  public var isProgramme = true
  public var override: Override?

  public init(
    level: Level?, _ reason: Reason, list: String, isScheduled: Bool, isClockTrusted: Bool
  ) {
    (self.level, self.reason, self.list) = (level, reason, list)
    (self.isScheduled, self.isClockTrusted) = (isScheduled, isClockTrusted)
  }
}

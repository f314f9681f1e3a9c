public import VitrinePlaylists

/// Why the current item is on screen, and what follows it.
public struct ScheduleReport: Hashable, Sendable {
  /// Why it is this item's turn.
  public enum Reason: String, Hashable, Sendable {
    case override
    /// One of its showings in the hour was due.
    case hour
    /// It shares the time with others, by weight.
    case share
    /// It is next in the list.
    case turn
    /// There is nothing to show.
    case nothing
  }

  /// An active override, on screen or not.
  public struct Override: Hashable, Sendable {
    public let id: String
    /// Its file or URL, or the title of its card.
    public let content: String
    /// The severity of a card.
    public let severity: Severity?
    /// Nil while the machine's clock is not set.
    public var end: Moment?
    /// In seconds.
    public var remaining: Double
    public var isShown: Bool
    /// Whether it is stored and survives a restart and a power cut.
    public var isStored: Bool
    /// Why it is not on screen.
    public var trouble: String?

    public init(
      _ stored: StoredOverride, remaining: Double, isShown: Bool, isStored: Bool, trouble: String?
    ) {
      (id, end, self.remaining) = (stored.id, stored.end, max(0, remaining))
      self.isShown = isShown
      self.isStored = isStored
      self.trouble = trouble
      switch stored.content {
      case .source(let source): (content, severity) = (source, nil)
      case .card(let title, _, let severity): (content, self.severity) = (title, severity)
      }
    }
  }

  /// The level of the item on screen; nil if there is none.
  public var level: Level?
  public var reason: Reason
  /// The title of the surrounding list.
  public var list: String
  /// The next item, as of now; nil if there is none or it is undecided.
  public var next: String?
  /// The first moment at which the choice may change even if nothing is shown until then.
  public var change: Moment?
  /// Whether the list has schedule rules.
  public var isScheduled: Bool
  public var isClockTrusted: Bool
  /// Whether the queue is the list's; false after an operator cleared or replaced it.
  public var isProgramme = true
  public var override: Override?

  public init(
    level: Level?, _ reason: Reason, list: String, isScheduled: Bool, isClockTrusted: Bool
  ) {
    self.level = level
    self.reason = reason
    self.list = list
    self.isScheduled = isScheduled
    self.isClockTrusted = isClockTrusted
  }
}

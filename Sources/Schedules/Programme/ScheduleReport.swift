package import VitrinePlaylists

/// Why the current item is on screen, and what follows it.
package struct ScheduleReport: Hashable, Sendable {
  /// Why it is this item's turn.
  package enum Reason: String, Hashable, Sendable {
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
  package struct Override: Hashable, Sendable {
    package let id: String
    /// Its file or URL, or the title of its card.
    package let content: String
    /// The severity of a card.
    package let severity: Severity?
    /// Nil while the machine's clock is not set.
    package var end: Moment?
    /// In seconds.
    package var remaining: Double
    package var isShown: Bool
    /// Whether it is stored and survives a restart and a power cut.
    package var isStored: Bool
    /// Why it is not on screen.
    package var trouble: String?

    package init(
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
  package var level: Level?
  package var reason: Reason
  /// The title of the surrounding list.
  package var list: String
  /// The next item, as of now; nil if there is none or it is undecided.
  package var next: String?
  /// The first moment at which the choice may change even if nothing is shown until then.
  package var change: Moment?
  /// Whether the list has schedule rules.
  package var isScheduled: Bool
  package var isClockTrusted: Bool
  /// Whether the queue is the list's; false after an operator cleared or replaced it.
  package var isProgramme = true
  package var override: Override?

  package init(
    level: Level?, _ reason: Reason, list: String, isScheduled: Bool, isClockTrusted: Bool
  ) {
    self.level = level
    self.reason = reason
    self.list = list
    self.isScheduled = isScheduled
    self.isClockTrusted = isClockTrusted
  }
}

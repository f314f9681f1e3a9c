package import VitrinePlaylists
package import VitrineSchedules
package import VitrineTiming

/// An active override. `update` takes the player's state and returns what to do to keep the override
/// on screen.
package struct ActiveOverride: Sendable {
  /// The state of the player.
  package struct PlayerState: Sendable {
    package var items: [Item]
    /// Whether the player is playing, or about to.
    package var isPlaying: Bool
    /// Why the player cannot play any item of its queue.
    package var failure: String?

    package init(items: [Item], isPlaying: Bool, failure: String?) {
      self.items = items
      self.isPlaying = isPlaying
      self.failure = failure
    }
  }

  package enum Effect: Hashable, Sendable {
    /// Play these items now.
    case show([Item])
    /// Resume the interrupted queue, although the override is still active.
    case resumeQueue
    /// End the override.
    case end
    /// Read its file again.
    case read
  }

  package private(set) var stored: StoredOverride
  /// Distinguishes this override from earlier ones of the same name.
  package let number: Int
  /// Whether the override is stored and survives a restart and a power cut.
  package let isStored: Bool
  /// Empty until its file has been read.
  private var items: [Item]
  /// Whether it is on screen.
  package private(set) var isShown = false
  /// Why it is not on screen.
  package private(set) var trouble: String?
  private var asked: HostTime?
  private var isReading = false

  /// After this time, a player that does not show the override was changed by an operator and is
  /// commanded again.
  private static let timeout = Duration.seconds(3)
  /// The pause before an unreadable file is read again.
  private static let retryInterval = Duration.seconds(10)

  /// If `items` is nil, the file is being read.
  package init(_ stored: StoredOverride, _ items: [Item]?, number: Int, isStored: Bool) {
    self.stored = stored
    self.number = number
    self.isStored = isStored
    self.items = items.map { Self.marked($0, stored.id) } ?? []
    isReading = items == nil
  }

  /// Marks the items as an override for the proof-of-play log.
  private static func marked(_ items: [Item], _ id: String) -> [Item] {
    items.map { item in
      var item = item
      var rules = ShowingRules()
      rules.isOverride = true
      rules.campaigns = [ShowingRules.Campaign(key: id, title: id)]
      item.rules = rules
      return item
    }
  }

  /// Returns the items that the player starts with.
  package mutating func begin(at now: HostTime) -> [Item]? {
    guard !items.isEmpty else { return nil }
    (isShown, asked) = (true, now)
    return items
  }

  /// Applies the result of reading the file.
  package mutating func receive(_ result: Result<[Item], ReadError>, at now: HostTime) {
    (isReading, asked) = (false, now)
    switch result {
    case .success(let items):
      self.items = Self.marked(items, stored.id)
      trouble = items.isEmpty ? "the source is empty" : nil
    case .failure(let error): trouble = error.text
    }
  }

  /// The error message of a file that cannot be read.
  package struct ReadError: Error, Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }
  }

  /// Updates the remaining time and returns the state to store.
  package mutating func updateStored(_ clocks: StoredOverride.Clocks) -> StoredOverride {
    stored = stored.updated(clocks)
    return stored
  }

  /// Returns what to do for the player's current state.
  package mutating func update(
    _ state: PlayerState, _ clocks: StoredOverride.Clocks, at now: HostTime
  ) -> Effect? {
    if stored.remaining(clocks) <= 0 { return .end }
    guard isShown else { return begin(state, at: now) }
    let isItself = state.items == items
    if isItself, let failure = state.failure {
      (isShown, trouble) = (false, failure)
      return .resumeQueue
    }
    guard !isItself || !state.isPlaying else {
      asked = nil
      return nil
    }
    let since = asked ?? now
    asked = since
    guard now - since >= Self.timeout else { return nil }
    asked = now
    return .show(items)
  }

  private mutating func begin(_ state: PlayerState, at now: HostTime) -> Effect? {
    guard trouble == nil else {
      // Items that were read but cannot be played are not tried again: each attempt would interrupt
      // the programme.
      guard items.isEmpty, !isReading, now - (asked ?? now) >= Self.retryInterval else {
        return nil
      }
      isReading = true
      return .read
    }
    guard !items.isEmpty else { return nil }
    (isShown, asked) = (true, now)
    return .show(items)
  }

  /// Returns when `update` is due: at the end of the override.
  package func due(_ clocks: StoredOverride.Clocks, at now: HostTime) -> HostTime {
    now + Duration(roundingNanoseconds: max(0, stored.remaining(clocks)) * 1e9)
  }

  package func report(_ clocks: StoredOverride.Clocks) -> ScheduleReport.Override {
    ScheduleReport.Override(
      stored, remaining: stored.remaining(clocks), isShown: isShown, isStored: isStored,
      trouble: trouble)
  }
}

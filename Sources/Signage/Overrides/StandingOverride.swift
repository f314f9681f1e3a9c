public import VitrinePlaylists
public import VitrineSchedules
public import VitrineTiming

/// An active override. `look` takes the player's state and returns what to do to keep the override
/// on screen.
public struct StandingOverride: Sendable {
  /// The state of the player.
  public struct Sight: Sendable {
    public var items: [Item]
    /// Whether the player is playing, or about to.
    public var plays: Bool
    /// Why the player cannot play any item of its queue.
    public var failure: String?

    public init(items: [Item], plays: Bool, failure: String?) {
      self.items = items
      self.plays = plays
      self.failure = failure
    }
  }

  public enum Effect: Hashable, Sendable {
    /// Play these items now.
    case show([Item])
    /// Resume the interrupted queue, although the override is still active.
    case giveWay
    /// End the override.
    case end
    /// Read its file again.
    case read
  }

  public private(set) var note: OverrideNote
  /// Distinguishes this override from earlier ones of the same name.
  public let number: Int
  /// Whether the override is stored and survives a restart and a power cut.
  public let isKept: Bool
  /// Empty until its file has been read.
  private var items: [Item]
  /// Whether it is on screen.
  public private(set) var isShown = false
  /// Why it is not on screen.
  public private(set) var trouble: String?
  private var asked: HostTime?
  private var isReading = false

  /// After this time, a player that does not show the override was changed by an operator and is
  /// commanded again.
  private static let patience = Duration.seconds(3)
  /// The pause before an unreadable file is read again.
  private static let betweenReadings = Duration.seconds(10)

  /// If `items` is nil, the file is being read.
  public init(_ note: OverrideNote, _ items: [Item]?, number: Int, isKept: Bool) {
    self.note = note
    self.number = number
    self.isKept = isKept
    self.items = items.map { Self.marked($0, note.id) } ?? []
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
  public mutating func begin(at now: HostTime) -> [Item]? {
    guard !items.isEmpty else { return nil }
    (isShown, asked) = (true, now)
    return items
  }

  /// Applies the result of reading the file.
  public mutating func take(_ found: Result<[Item], TroubleText>, at now: HostTime) {
    (isReading, asked) = (false, now)
    switch found {
    case .success(let items):
      self.items = Self.marked(items, note.id)
      trouble = items.isEmpty ? "it is empty" : nil
    case .failure(let error): trouble = error.text
    }
  }

  /// An error message.
  public struct TroubleText: Error, Hashable, Sendable {
    public let text: String

    public init(_ text: String) { self.text = text }
  }

  /// Starts the clock of the override and returns the note to store.
  public mutating func count(from clocks: OverrideNote.Clocks) -> OverrideNote {
    note = note.counted(from: clocks)
    return note
  }

  /// Returns what to do for the player's current state.
  public mutating func look(
    _ sight: Sight, _ clocks: OverrideNote.Clocks, at now: HostTime
  ) -> Effect? {
    if note.remaining(clocks) <= 0 { return .end }
    guard isShown else { return begin(sight, at: now) }
    let isItself = sight.items == items
    if isItself, let failure = sight.failure {
      (isShown, trouble) = (false, failure)
      return .giveWay
    }
    guard !isItself || !sight.plays else {
      asked = nil
      return nil
    }
    let since = asked ?? now
    asked = since
    guard now - since >= Self.patience else { return nil }
    asked = now
    return .show(items)
  }

  private mutating func begin(_ sight: Sight, at now: HostTime) -> Effect? {
    guard trouble == nil else {
      // Items that were read but cannot be played are not tried again: each attempt would interrupt
      // the programme.
      guard items.isEmpty, !isReading, now - (asked ?? now) >= Self.betweenReadings else {
        return nil
      }
      isReading = true
      return .read
    }
    guard !items.isEmpty else { return nil }
    (isShown, asked) = (true, now)
    return .show(items)
  }

  /// Returns when `look` is due: at the end of the override.
  public func due(_ clocks: OverrideNote.Clocks, at now: HostTime) -> HostTime {
    now + Duration(roundingNanoseconds: max(0, note.remaining(clocks)) * 1e9)
  }

  public func report(_ clocks: OverrideNote.Clocks) -> ScheduleReport.Override {
    ScheduleReport.Override(
      note, remaining: note.remaining(clocks), isShown: isShown, isKept: isKept, trouble: trouble)
  }
}

public import VitrinePlaylists
public import VitrineSchedules
public import VitrineTiming

/// An override that stands, and what is done about showing it. A value: it is told what is seen of the player,
/// and says what is to be done.
public struct StandingOverride: Sendable {
  /// What is seen of the player.
  public struct Sight: Sendable {
    public var items: [Item]
    /// Whether it plays, or will.
    public var plays: Bool
    /// Why nothing can be played of what is in its queue.
    public var failure: String?

    public init(items: [Item], plays: Bool, failure: String?) {
      (self.items, self.plays, self.failure) = (items, plays, failure)
    }
  }

  public enum Effect: Hashable, Sendable {
    /// These have the screen, whatever plays now.
    case show([Item])
    /// What it has cut goes on, though it stands.
    case giveWay
    /// It is over.
    case end
    /// Its file is to be read again.
    case read
  }

  public private(set) var note: OverrideNote
  /// Tells it from those before it, also of the same name.
  public let number: Int
  /// Whether it is written down where a restart and a power cut leave it.
  public let isKept: Bool
  /// Nothing while its file has not been read.
  private var items: [Item]
  /// Whether it has the screen.
  public private(set) var isShown = false
  /// Why it is not shown.
  public private(set) var trouble: String?
  private var asked: HostTime?
  private var isReading = false

  /// A player that does not show it after this time was worked by an operator: it is told again.
  private static let patience = Duration.seconds(3)
  /// What could not be read is read again.
  private static let betweenReadings = Duration.seconds(10)

  /// Without `items` its file is being read.
  public init(_ note: OverrideNote, _ items: [Item]?, number: Int, isKept: Bool) {
    (self.note, self.number, self.isKept) = (note, number, isKept)
    self.items = items.map { Self.marked($0, note.id) } ?? []
    isReading = items == nil
  }

  /// So that what is written down of them says what they were.
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

  /// The player begins with it.
  public mutating func begin(at now: HostTime) -> [Item]? {
    guard !items.isEmpty else { return nil }
    (isShown, asked) = (true, now)
    return items
  }

  /// Its file was read, or why it cannot be.
  public mutating func take(_ found: Result<[Item], TroubleText>, at now: HostTime) {
    (isReading, asked) = (false, now)
    switch found {
    case .success(let items):
      self.items = Self.marked(items, note.id)
      trouble = items.isEmpty ? "there is nothing in it" : nil
    case .failure(let error): trouble = error.text
    }
  }

  /// Words for people.
  public struct TroubleText: Error, Hashable, Sendable {
    public let text: String

    public init(_ text: String) { self.text = text }
  }

  /// It counts from these clocks on: what is to be written down.
  public mutating func count(from clocks: OverrideNote.Clocks) -> OverrideNote {
    note = note.counted(from: clocks)
    return note
  }

  /// Takes what is seen; what is to be done.
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
      // What was read and could not be shown would be a disturbance again and again.
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

  /// When `look` is due: at its end.
  public func due(_ clocks: OverrideNote.Clocks, at now: HostTime) -> HostTime {
    now + Duration(roundingNanoseconds: max(0, note.remaining(clocks)) * 1e9)
  }

  public func report(_ clocks: OverrideNote.Clocks) -> ScheduleReport.Override {
    ScheduleReport.Override(
      note, remaining: note.remaining(clocks), isShown: isShown, isKept: isKept, trouble: trouble)
  }
}

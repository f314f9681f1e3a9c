import VitrineContent
public import VitrineLinux
public import VitrinePlayback
import VitrineSchedules
import VitrineTiming

/// Records proof of play on its own thread: immediately in a file in memory, and every ten minutes
/// on disk, in one transaction. Thread-safe.
public final class ShowingKeeper: Sendable {
  private enum Order: Sendable {
    case news(ShowingEvent, ShowingTrail.Facts)
    case opened(String)
    case audible
    case close
  }

  private struct Known: Sendable {
    /// The playlist names, by output.
    var lists: [String: String] = [:]
    var hasSound = false
    var isSilenced = false

    var isAudible: Bool { hasSound && !isSilenced }
  }

  private let orders = BoundedQueue<Order>(limit: 4096)
  private let known = Shared(Known())
  private let thread = Shared<NamedThread?>(nil)

  /// The folders of the records, and how long to keep them.
  public struct Places: Sendable {
    let state: Folder
    /// A folder in memory; nil if there is none.
    let runtime: Folder?
    /// How many days records are kept.
    let days: Int
    /// Whether a time server has confirmed the machine's clock.
    var isSynchronised: @Sendable () -> Bool = { WallTime.isSynchronised }

    public init(state: Folder, runtime: Folder?, days: Int) {
      self.state = state
      self.runtime = runtime
      self.days = days
    }
  }

  /// The thread calls `warn` with errors.
  public init(_ places: Places, warn: @escaping @Sendable (String) -> Void) throws(Errno) {
    let orders = orders
    let started = try NamedThread("showings") {
      guard let ledger = Self.ledger(places, warn: warn) else {
        // Without a log, discards orders until the end.
        while let order = orders.pop() {
          if case .close = order { return }
        }
        return
      }
      var body = ShowingKeeperBody(ledger, places, warn: warn)
      body.begin()
      while true {
        switch orders.pop(until: body.due) {
        case .news(let news, let facts)?: body.take(news, facts)
        case .opened(let path)?: body.noteOpened(path)
        case .audible?: body.noteAudible()
        case .close?: return body.close()
        case nil where orders.isExhausted: return body.close()
        case nil: body.look()
        }
      }
    }
    thread.update { $0 = started }
  }

  /// Returns nil, after a warning, if the log cannot be opened.
  private static func ledger(
    _ places: Places, warn: @Sendable (String) -> Void
  ) -> ShowingLedger? {
    // `ShowingLedger` reports the error.
    try? places.state.make()
    do throws(ContentError) {
      return try ShowingLedger(places.state)
    } catch {
      warn("proof of play is not recorded: \(error)")
      return nil
    }
  }

  /// Sets the name of the playlist on an output; the first output's name is empty.
  public func note(list: String, output: String = "") { known.update { $0.lists[output] = list } }

  /// Records which version of a file a player opened, since another may replace it before it is
  /// shown.
  public func note(opened path: String) { _ = orders.tryPush(.opened(path)) }

  /// Sets whether there is a sound device.
  public func note(hasSound: Bool) { note { $0.hasSound = hasSound } }

  /// Sets whether the first player is muted, or at volume 0.
  public func note(isSilenced: Bool) { note { $0.isSilenced = isSilenced } }

  private func note(_ change: (inout Known) -> Void) {
    let becomesAudible = known.update { known in
      let wasAudible = known.isAudible
      change(&known)
      return known.isAudible && !wasAudible
    }
    if becomesAudible { _ = orders.tryPush(.audible) }
  }

  /// Receives an event on a player's threads. `output` is the player's connector; empty for the
  /// first.
  public func note(_ news: ShowingEvent, output: String = "") {
    let (time, known) = (ClockReading.now(), known.value)
    let facts = ShowingTrail.Facts(
      wall: time.moment.nanoseconds, host: .now(),
      offset: time.clock.offset(from: time.moment.second), isClockTrusted: time.isTrusted,
      list: known.lists[output] ?? "", output: output, isAudible: output.isEmpty && known.isAudible)
    // The queue is only full if the disk hangs. The dropped events show as a gap.
    _ = orders.tryPush(.news(news, facts))
  }

  /// Writes all pending records and waits for completion.
  public func close() {
    orders.force(.close)
    thread.value?.join()
  }
}

import VitrineContent
public import VitrineLinux
public import VitrinePlayback
import VitrineSchedules
import VitrineTiming

/// Writes down what was shown, on a thread of its own: at once into a file in memory, and every ten minutes onto
/// the disk in one step. Thread-safe.
public final class ShowingKeeper: Sendable {
  private enum Order: Sendable {
    case news(ScreenNews, ShowingTrail.Facts)
    case opened(String)
    case audible
    case close
  }

  private struct Known: Sendable {
    /// By outputs.
    var lists: [String: String] = [:]
    var hasSound = false
    var isSilenced = false

    var isAudible: Bool { hasSound && !isSilenced }
  }

  private let orders = BoundedQueue<Order>(limit: 4096)
  private let known = Shared(Known())
  private let thread = Shared<NamedThread?>(nil)

  /// Where it is written down.
  public struct Places: Sendable {
    let state: Folder
    /// In memory; nil where there is none.
    let runtime: Folder?
    /// So many days are kept.
    let days: Int
    /// Whether a time server has confirmed the machine's clock.
    var isSynchronised: @Sendable () -> Bool = { WallTime.isSynchronised }

    public init(state: Folder, runtime: Folder?, days: Int) {
      (self.state, self.runtime, self.days) = (state, runtime, days)
    }
  }

  /// `warn` is told, on the thread, what cannot be written.
  public init(_ places: Places, warn: @escaping @Sendable (String) -> Void) throws(Errno) {
    let orders = orders
    let started = try NamedThread("showings") {
      guard let ledger = Self.ledger(places, warn: warn) else {
        // Nothing can be kept: what is told is passed over, until the end.
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

  /// Nil where nothing can be kept, which is told.
  private static func ledger(
    _ places: Places, warn: @Sendable (String) -> Void
  ) -> ShowingLedger? {
    // Where it cannot be made, the ledger says so.
    try? places.state.make()
    do throws(ContentError) {
      return try ShowingLedger(places.state)
    } catch {
      warn("what is shown is not written down: \(error)")
      return nil
    }
  }

  /// What the list is called that is shown on an output; the first one's name is empty.
  public func note(list: String, output: String = "") { known.update { $0.lists[output] = list } }

  /// A player has opened the file at this path, to be shown next: at its place there may be another one by then.
  public func note(opened path: String) { _ = orders.tryPush(.opened(path)) }

  /// Whether there is a sound device.
  public func note(hasSound: Bool) { note { $0.hasSound = hasSound } }

  /// Whether the first player is muted, or at volume 0.
  public func note(isSilenced: Bool) { note { $0.isSilenced = isSilenced } }

  private func note(_ change: (inout Known) -> Void) {
    let becomesAudible = known.update { known in
      let wasAudible = known.isAudible
      change(&known)
      return known.isAudible && !wasAudible
    }
    if becomesAudible { _ = orders.tryPush(.audible) }
  }

  /// A player tells; on its threads. `output` is its connector; empty of the first.
  public func note(_ news: ScreenNews, output: String = "") {
    let (time, known) = (ClockReading.now(), known.value)
    let facts = ShowingTrail.Facts(
      wall: time.moment.nanoseconds, host: .now(),
      offset: time.clock.offset(from: time.moment.second), isClockTrusted: time.isTrusted,
      list: known.lists[output] ?? "", output: output, isAudible: output.isEmpty && known.isAudible)
    // A thread that has fallen so far behind hangs in a disk: that shows as a gap.
    _ = orders.tryPush(.news(news, facts))
  }

  /// Writes all of it down, and waits for that.
  public func close() {
    orders.force(.close)
    thread.value?.join()
  }
}

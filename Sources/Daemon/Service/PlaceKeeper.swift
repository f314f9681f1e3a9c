import VitrineLinux
import VitrinePlayback
import VitrineSchedules
import VitrineSignage
import VitrineTiming

/// Writes a player's position and the accounts of a scheduled list to disk on its own thread, so
/// that a busy disk delays nothing else. Thread-safe.
final class PlaceKeeper: Sendable {
  private enum Order: Sendable {
    case note(ResumeRecord, isScheduled: Bool, HostTime)
    case last(ResumeRecord)
    case accounts([String: Account], HostTime, isEnd: Bool)
  }

  private let orders = BoundedQueue<Order>(limit: .max)
  private let thread: NamedThread

  /// `warn` receives write errors on that thread.
  init(_ store: ResumeStore, _ accounts: AccountStore, warn: @escaping @Sendable (String) -> Void)
    throws(Errno)
  {
    let orders = orders
    thread = try NamedThread("place") {
      var (store, kept) = (store, accounts)
      while let order = orders.pop() {
        switch order {
        case .note(let note, let isScheduled, let time):
          store.note(note, isScheduled: isScheduled, at: time) { warn($0) }
        case .accounts(let accounts, let time, let isEnd):
          kept.note(accounts, at: time, isEnd: isEnd) { warn($0) }
        case .last(let note): store.noteEnd(note)
        }
      }
    }
  }

  /// Stores a position, unless the previous one is still being written.
  func note(_ note: ResumeRecord, isScheduled: Bool, at now: HostTime) {
    guard orders.isEmpty else { return }
    orders.force(.note(note, isScheduled: isScheduled, now))
  }

  /// Stores the accounts; if `isEnd`, in all places.
  func note(_ accounts: [String: Account], at now: HostTime, isEnd: Bool = false) {
    orders.force(.accounts(accounts, now, isEnd: isEnd))
  }

  /// Stores the final position and waits until it is on disk.
  func close(_ last: ResumeRecord?) {
    if var last {
      last.isClosed = true
      orders.force(.last(last))
    }
    orders.close()
    thread.join()
  }
}

import VitrineLinux
import VitrinePlayback
import VitrineSchedules
import VitrineSignage
import VitrineTiming

/// Writes a player's place down, and what a scheduled list has shown, on a thread of its own: nothing waits for a busy disk.
/// Thread-safe.
final class PlaceKeeper: Sendable {
  private enum Order: Sendable {
    case note(ResumeNote, isScheduled: Bool, HostTime)
    case last(ResumeNote)
    case accounts([String: Account], HostTime, isEnd: Bool)
  }

  private let orders = BoundedQueue<Order>(limit: .max)
  private let thread: NamedThread

  /// `warn` is told, on that thread, what cannot be written.
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

  /// Notes a place, unless the one before is still being written.
  func note(_ note: ResumeNote, isScheduled: Bool, at now: HostTime) {
    guard orders.isEmpty else { return }
    orders.force(.note(note, isScheduled: isScheduled, now))
  }

  /// Notes what was shown so far; at the `isEnd` everywhere.
  func note(_ accounts: [String: Account], at now: HostTime, isEnd: Bool = false) {
    orders.force(.accounts(accounts, now, isEnd: isEnd))
  }

  /// Notes where it ends, and waits until that is on the disk.
  func close(_ last: ResumeNote?) {
    if var last {
      last.isClosed = true
      orders.force(.last(last))
    }
    orders.close()
    thread.join()
  }
}

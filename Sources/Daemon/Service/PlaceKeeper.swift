import Linux
import Playback
import Timing

/// Writes a player's place down, on a thread of its own: nothing waits for a busy disk.
/// Thread-safe.
final class PlaceKeeper: Sendable {
  private enum Order: Sendable {
    case note(ResumeNote, HostTime)
    case last(ResumeNote)
  }

  private let orders = BoundedQueue<Order>(limit: .max)
  private let thread: NamedThread

  /// `warn` is told, on that thread, what cannot be written.
  init(_ store: ResumeStore, warn: @escaping @Sendable (String) -> Void) throws(Errno) {
    let orders = orders
    thread = try NamedThread("place") {
      var store = store
      while let order = orders.pop() {
        switch order {
        case .note(let note, let time): store.note(note, at: time) { warn($0) }
        case .last(let note): store.noteEnd(note)
        }
      }
    }
  }

  /// Notes a place, unless the one before is still being written.
  func note(_ note: ResumeNote, at now: HostTime) {
    guard orders.isEmpty else { return }
    orders.force(.note(note, now))
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

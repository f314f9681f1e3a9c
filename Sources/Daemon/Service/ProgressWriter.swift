import VitrineLinux
import VitrinePlans
import VitrinePlayback
import VitrineSchedules
import VitrineTiming

/// Writes a player's position and the accounts of a scheduled list to disk on its own thread, so
/// that a busy disk delays nothing else. Thread-safe.
final class ProgressWriter: Sendable {
  private enum Job: Sendable {
    case note(ResumeRecord, isScheduled: Bool, HostTime)
    case last(ResumeRecord)
    case accounts([String: Account], HostTime, isEnd: Bool)
  }

  private let jobs = BoundedQueue<Job>(limit: .max)
  private let thread: NamedThread

  /// `warn` receives write errors on that thread.
  init(_ store: ResumeStore, _ accounts: AccountStore, warn: @escaping @Sendable (String) -> Void)
    throws(Errno)
  {
    let jobs = jobs
    thread = try NamedThread("place") {
      var (store, accountStore) = (store, accounts)
      while let job = jobs.pop() {
        switch job {
        case .note(let note, let isScheduled, let time):
          store.save(note, isScheduled: isScheduled, at: time) { warn($0) }
        case .accounts(let accounts, let time, let isEnd):
          accountStore.save(accounts, at: time, isEnd: isEnd) { warn($0) }
        case .last(let note): store.saveFinal(note)
        }
      }
    }
  }

  /// Stores a position, unless the previous one is still being written.
  func save(_ note: ResumeRecord, isScheduled: Bool, at now: HostTime) {
    guard jobs.isEmpty else { return }
    jobs.force(.note(note, isScheduled: isScheduled, now))
  }

  /// Stores the accounts; if `isEnd`, in all places.
  func save(_ accounts: [String: Account], at now: HostTime, isEnd: Bool = false) {
    jobs.force(.accounts(accounts, now, isEnd: isEnd))
  }

  /// Stores the final position and waits until it is on disk.
  func close(_ last: ResumeRecord?) {
    if var last {
      last.isClosed = true
      jobs.force(.last(last))
    }
    jobs.close()
    thread.join()
  }
}

import VitrineLinux
import VitrineLists
import VitrinePlayback
import VitrineSchedules
import VitrineSignage
import VitrineTiming

/// The saved progress of a list's player: its position, the accounts of its schedule, and the items
/// that are being opened. Confined to the service's thread.
struct ListProgress {
  private let writer: ProgressWriter
  private let openings: OpeningStore?
  private let startTime: HostTime
  /// The latest position.
  private var last: ResumeRecord?

  init(
    _ initial: ServedList.InitialState, at now: HostTime,
    log: @escaping @Sendable (LogMessage) -> Void
  ) throws(Errno) {
    writer = try ProgressWriter(initial.store, initial.signage.accountStore) {
      log(LogMessage(.stateNotSaved, $0))
    }
    openings = initial.openings
    startTime = now
  }

  /// How long the player has lived.
  func lifetime(at now: HostTime) -> Duration { now - startTime }

  mutating func save(_ note: ResumeRecord, isScheduled: Bool, at now: HostTime) {
    last = note
    writer.save(note, isScheduled: isScheduled, at: now)
  }

  func save(_ accounts: [String: Account], isEnd: Bool) {
    writer.save(accounts, at: .now(), isEnd: isEnd)
  }

  /// Records the edition of the list: the items of another one have not failed yet.
  func begin(edition: String) { openings?.begin(edition: edition) }

  func clearQuarantine() { openings?.clearQuarantine() }

  /// Saves the final position, or the latest one if there is none, and waits until it is on disk.
  func close(_ final: ResumeRecord?) {
    writer.close(final ?? last)
    openings?.close()
  }
}

import VitrineControl
import VitrineEngine
import VitrineLinux
import VitrineLists
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineSignage

/// Begins and ends emergency overrides for clients, and reports why the current item is on screen.
/// Its thread writes each override to disk before it is shown. Thread-safe.
final class OverrideController: Sendable {
  typealias Completion = @Sendable (Refusal?) -> Void

  /// A request that is on disk; the service's thread carries it out and answers.
  enum Request: Sendable {
    case begin(StoredOverride, [Item], number: Int, isSaved: Bool, Completion)
    case end(id: String, Completion)
    case programme(Completion)
    /// A trigger starts its content.
    case trigger(TriggeredContent)
    /// The key of a trigger was released.
    case release(String)
    /// The item for what another player hands over.
    case find(HandOver, @Sendable (Result<Item, Refusal>) -> Void)
    /// The content of this name is not to be shown any longer.
    case withdraw(String)
  }

  private enum Job: Sendable {
    case begin(OverrideRequest, [Item], Completion)
    case end(id: String?, Completion)
    /// The override of this number has ended.
    case over(Int)
    /// Save how much time is left.
    case count(StoredOverride, Int)
  }

  /// The override that the previous run has left.
  let restored: StoredOverride?
  /// Why the current item is on screen, as last reported by the service.
  let report = Shared<ScheduleReport?>(nil)
  /// The state of the playlist, in the same way.
  let playlist = Shared(PlaylistReport())
  /// Rings when a request is ready.
  let bell: Wakeup
  private let jobs = BoundedQueue<Job>(limit: 16)
  private let requests = BoundedQueue<Request>(limit: .max)
  private let thread = Shared<NamedThread?>(nil)
  private let isFollowing = Shared(false)

  /// `warn` is called on the thread when a file cannot be written.
  init(_ store: OverrideStore, warn: @escaping @Sendable (String) -> Void) throws(Errno) {
    restored = store.read(warn: warn)
    bell = try Wakeup()
    let (jobs, requests, bell, restored) = (jobs, requests, bell, restored)
    let started = try NamedThread("overrides") {
      var body = OverrideControllerBody(store, restored, warn: warn)
      while let job = jobs.pop() {
        let one: Request? =
          switch job {
          case .begin(let order, let items, let answer): body.begin(order, items, answer)
          case .end(let id, let answer): body.end(id, answer)
          case .over(let number): body.over(number)
          case .count(let note, let number): body.count(note, number)
          }
        guard let one else { continue }
        requests.force(one)
        bell.ring()
      }
    }
    thread.update { $0 = started }
  }

  func publish(_ report: ScheduleReport, _ policy: ListPolicy) {
    self.report.update { $0 = report }
    playlist.update {
      ($0.error, $0.isThere, $0.quarantined) = (policy.error, policy.hasList, policy.quarantined)
      $0.isEmpty = policy.isEmpty
    }
  }

  /// A reading of the playlist has ended.
  func recordReading(at time: ClockReading) {
    playlist.update { $0.read = time.isTrusted ? time.moment : nil }
  }

  func begin(_ order: OverrideRequest, _ items: [Item], _ answer: @escaping Completion) {
    push(.begin(order, items, answer), answer)
  }

  func end(_ id: String?, _ answer: @escaping Completion) { push(.end(id: id, answer), answer) }

  /// Returns to the list at once. Nothing is stored, so this does not wait for the disk.
  func returnToProgramme(_ answer: @escaping Completion) {
    guard requests.force(.programme(answer)) else { return answer(.isEnding) }
    bell.ring()
  }

  /// Content of a trigger is not stored: it does not survive a restart.
  func begin(_ content: TriggeredContent) {
    requests.force(.trigger(content))
    bell.ring()
  }

  /// Ends the content of a trigger that lasts while its key is held.
  func release(_ name: String) {
    requests.force(.release(name))
    bell.ring()
  }

  /// Finds the item for what another player hands over.
  func find(_ handOver: HandOver, _ done: @escaping @Sendable (Result<Item, Refusal>) -> Void) {
    guard requests.force(.find(handOver, done)) else { return done(.failure(.isEnding)) }
    bell.ring()
  }

  /// Ends the content of this name, if it is still shown.
  func withdraw(_ name: String) {
    requests.force(.withdraw(name))
    bell.ring()
  }

  /// Wakes the list whenever this player begins or ends, for content that has to end with its last item. Only the
  /// first call counts.
  func follow(_ player: Player) {
    guard
      !isFollowing.update({ isFollowing in
        defer { isFollowing = true }
        return isFollowing
      })
    else { return }
    let (wasActive, bell) = (Shared(false), bell)
    player.observeStatus { status in
      let isActive = status.phase.isActive
      let isChanged = wasActive.update { known in
        defer { known = isActive }
        return known != isActive
      }
      if isChanged { bell.ring() }
    }
  }

  private func push(_ job: Job, _ answer: Completion) {
    guard jobs.tryPush(job) else {
      return answer(Refusal("an earlier request is still being saved", .busy))
    }
  }

  func recordEnd(of number: Int) { jobs.force(.over(number)) }

  func saveRemainingTime(_ note: StoredOverride, of number: Int) {
    jobs.force(.count(note, number))
  }

  /// Returns the next request, in order.
  func next() -> Request? {
    bell.clear()
    return requests.tryPop()
  }

  /// Waits until everything is written.
  func close() {
    jobs.close()
    thread.value?.join()
    requests.close()
    while let one = requests.tryPop() {
      switch one {
      case .begin(_, _, _, _, let answer), .end(_, let answer), .programme(let answer):
        answer(.isEnding)
      case .find(_, let done): done(.failure(.isEnding))
      case .trigger, .release, .withdraw: break
      }
    }
  }
}

extension Refusal {
  fileprivate static let isEnding = Refusal("the player is shutting down")
}

/// The state of the thread; confined to it.
private struct OverrideControllerBody {
  private let store: OverrideStore
  private var standing: StoredOverride?
  /// The override of the previous run has number 0.
  private var number = 0
  private let warn: @Sendable (String) -> Void

  init(
    _ store: OverrideStore, _ standing: StoredOverride?, warn: @escaping @Sendable (String) -> Void
  ) {
    self.store = store
    self.standing = standing
    self.warn = warn
  }

  /// Returns whether every file was written.
  @discardableResult
  private func write(_ note: StoredOverride?) -> Bool {
    let errors = store.write(note)
    for error in errors { warn(error) }
    return errors.isEmpty
  }

  mutating func begin(
    _ order: OverrideRequest, _ items: [Item], _ answer: @escaping OverrideController.Completion
  ) -> OverrideController.Request? {
    do throws(OverrideRequest.Fault) {
      let note = try StoredOverride(order, .now())
      standing = note
      number += 1
      return .begin(note, items, number: number, isSaved: write(note), answer)
    } catch {
      answer(Refusal(error.cause))
      return nil
    }
  }

  mutating func end(_ id: String?, _ answer: @escaping OverrideController.Completion)
    -> OverrideController.Request?
  {
    guard let note = standing else {
      answer(Refusal("no override is active"))
      return nil
    }
    guard id ?? note.id == note.id else {
      answer(Refusal("another override is active: \(note.id)"))
      return nil
    }
    write(nil)
    standing = nil
    return .end(id: note.id, answer)
  }

  /// Does nothing if another override has begun since.
  mutating func over(_ number: Int) -> OverrideController.Request? {
    guard standing != nil, number == self.number else { return nil }
    write(nil)
    standing = nil
    return nil
  }

  mutating func count(_ note: StoredOverride, _ number: Int) -> OverrideController.Request? {
    guard standing != nil, number == self.number else { return nil }
    standing = note
    write(note)
    return nil
  }
}

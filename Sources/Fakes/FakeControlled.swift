import Synchronization
package import VitrineControl
package import VitrineLinux
package import VitrinePlayback
package import VitrinePlaylists
package import VitrineScenes
package import VitrineTiming

/// A fake player that records commands, and answers at once unless it is silent.
package final class FakeControlled: Controlled {
  package struct State {
    package var status = PlaybackStatus()
    package var reports = ServiceReports()
    package var queue = Queue()
    package var health: Health? = Health()
    package var commands: [Command] = []
    package var loaded: [String] = []
    /// When the latest queue begins.
    package var queueStart: QueueStart?
    /// The deadline passed with the latest change of the queue.
    package var deadline: HostTime?
    /// The sources inserted after the current item.
    package var inserted: [String] = []
    /// The message above the picture; nil without one.
    package var message: String?
    package var overrides: [OverrideChange] = []
    /// How often a content update was requested; only counted if it reports content.
    package var updateChecks = 0
    /// The players that an item was handed over to; nil for a request to list them.
    package var handOverTargets: [String?] = []
    package var received: [HandOver] = []
    /// The sound devices that were requested.
    package var soundChoices: [String] = []
    package var soundRefusal: Refusal?
    /// Why it does not play what others hand over.
    package var receiveRefusal: Refusal?
    package var overlays: [String: [String: String]] = [:]
    package var overlayChanges: [OverlayChange] = []
    package var hasQuit = false
    package var answers = Answers()
    package var picture: [UInt8] = []
    package var observers = CallbackList<@Sendable () -> Void>()
    package var eventObservers = CallbackList<@Sendable (PlaybackEvent) -> Void>()
  }

  /// The answers of a player, which it delays while it is silent.
  package struct Answers {
    package var areDelayed = false
    private var pending: [@Sendable () -> Void] = []

    /// Returns whether to answer at once.
    fileprivate mutating func add(_ answer: @escaping @Sendable () -> Void) -> Bool {
      if areDelayed { pending.append(answer) }
      return !areDelayed
    }

    fileprivate mutating func drain() -> [@Sendable () -> Void] {
      defer { pending = [] }
      return pending
    }
  }

  private let state: Mutex<State>
  package let version = "test"

  package init() {
    var state = State()
    state.queue = Queue([Item(path: "/a.mp4"), Item(path: "/b.mp4")])
    state.status.item = state.queue.entries[0].item
    (state.status.entry, state.status.phase) = (1, .playing)
    self.state = Mutex(state)
  }

  package var now: State { state.withLock { $0 } }

  package func change(_ body: (inout State) -> Void) {
    state.withLock { (state: inout State) in body(&state) }
  }

  /// Returns the delayed answers and removes them.
  package func drainPendingAnswers() -> [@Sendable () -> Void] {
    state.withLock { $0.answers.drain() }
  }

  /// Changes the status and notifies all observers.
  package func publish(_ body: (inout PlaybackStatus) -> Void) {
    let observers = state.withLock { state in
      body(&state.status)
      return state.observers.bodies
    }
    for observer in observers { observer() }
  }

  /// Sends an event to all observers.
  package func send(_ event: PlaybackEvent) {
    for observer in now.eventObservers.bodies { observer(event) }
  }

  package var status: PlaybackStatus { now.status }
  package var reports: ServiceReports { now.reports }
  package var queue: Queue { now.queue }
  package var health: Health? { now.health }

  private func answer(_ done: @escaping @Sendable () -> Void) {
    if state.withLock({ $0.answers.add(done) }) { done() }
  }

  package func perform(_ command: Command, done: @escaping @Sendable (Refusal?) -> Void) {
    if let refusal = command.refusal(status, queue, reports) { return answer { done(refusal) } }
    change { $0.commands.append(command) }
    answer { done(nil) }
  }

  package func load(
    _ sources: [String], _ start: QueueStart, until deadline: HostTime,
    done: @escaping @Sendable (Refusal?) -> Void
  ) {
    change { ($0.loaded, $0.deadline, $0.queueStart) = (sources, deadline, start) }
    answer { done(nil) }
  }

  package func append(
    _ sources: [String], until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    change { ($0.loaded, $0.deadline) = ($0.loaded + sources, deadline) }
    answer { done(nil) }
  }

  package func insert(
    _ sources: [String], until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    change { ($0.inserted, $0.deadline) = (sources, deadline) }
    answer { done(nil) }
  }

  package func reload(done: @escaping @Sendable (Refusal?) -> Void) {
    answer { done(Refusal("nothing to reload")) }
  }

  package func returnToProgramme(done: @escaping @Sendable (Refusal?) -> Void) {
    answer { done(nil) }
  }

  package func override(
    _ change: OverrideChange, until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    self.change { ($0.overrides, $0.deadline) = ($0.overrides + [change], deadline) }
    answer { done(nil) }
  }

  package func handOver(
    to target: String?, until deadline: HostTime,
    done: @escaping @Sendable (Result<JSONValue, Refusal>) -> Void
  ) {
    change { ($0.deadline, $0.handOverTargets) = (deadline, $0.handOverTargets + [target]) }
    let data: [String: JSONValue] = target.map { ["player": .text($0)] } ?? ["players": .array([])]
    answer { done(.success(.object(data))) }
  }

  package func soundDevices(
    until deadline: HostTime, done: @escaping @Sendable (Result<JSONValue, Refusal>) -> Void
  ) {
    let fields = now.status.sound.fields.with(["devices": .array([])])
    answer { done(.success(fields)) }
  }

  package func chooseSound(_ device: String, done: @escaping @Sendable (Refusal?) -> Void) {
    change { $0.soundChoices.append(device) }
    let refusal = now.soundRefusal
    answer { done(refusal) }
  }

  package func receive(
    _ handOver: HandOver, until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    change { ($0.deadline, $0.received) = (deadline, $0.received + [handOver]) }
    let refusal = now.receiveRefusal
    answer { done(refusal) }
  }

  package var overlays: [String: [String: String]] { now.overlays }

  package func change(
    _ overlay: OverlayChange, until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    change { $0.overlayChanges.append(overlay) }
    answer { done(nil) }
  }

  package func setHidden(_ part: Theme.Part, _ isHidden: Bool) -> Refusal? {
    .noInterface
  }

  package func show(_ message: String?, as severity: Severity?, for time: Duration) -> Refusal? {
    change { $0.message = message }
    return nil
  }

  package func checkForContent() -> Refusal? {
    state.withLock { (state: inout State) -> Refusal? in
      guard state.reports.content != nil else { return Refusal("no content is to come") }
      state.updateChecks += 1
      return nil
    }
  }

  package func capture(
    width: Int?, done: @escaping @Sendable (Result<CapturedPicture, Refusal>) -> Void
  ) {
    let bytes = now.picture
    answer {
      done(
        Result { () throws(Refusal) in
          do throws(Errno) {
            let file = try FileDescriptor(inMemory: "test")
            try file.write(bytes)
            return CapturedPicture(file, origin: "composition")
          } catch {
            throw Refusal("\(error)")
          }
        })
    }
  }

  package func observeStatus(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let id = state.withLock { $0.observers.add(body) }
    return { [weak self] in self?.change { $0.observers.remove(id) } }
  }

  package func observeEvents(
    _ body: @escaping @Sendable (PlaybackEvent) -> Void
  ) -> @Sendable () -> Void {
    let id = state.withLock { $0.eventObservers.add(body) }
    return { [weak self] in self?.change { $0.eventObservers.remove(id) } }
  }

  package func quit() { change { $0.hasQuit = true } }
}

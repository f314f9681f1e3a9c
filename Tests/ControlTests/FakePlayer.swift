import Control
import Linux
import Playback
import Playlists
import Synchronization
import Timing

/// A player that notes what it is asked, and answers at once unless it is silent.
final class FakePlayer: Controlled {
  struct State {
    var status = PlaybackStatus()
    var queue = Queue()
    var commands: [Command] = []
    var loaded: [String] = []
    /// Of the latest change of the queue.
    var deadline: HostTime?
    var hasQuit = false
    var isSilent = false
    var picture: [UInt8] = []
    var observers: [@Sendable (PlaybackStatus) -> Void] = []
    /// Answers that a silent one owes.
    var owed: [@Sendable () -> Void] = []
  }

  private let state: Mutex<State>
  let version = "test"

  init() {
    var state = State()
    state.queue = Queue([Item(path: "/a.mp4"), Item(path: "/b.mp4")])
    state.status.item = state.queue.entries[0].item
    (state.status.entry, state.status.phase) = (1, .playing)
    self.state = Mutex(state)
  }

  var now: State { state.withLock { $0 } }

  func change(_ body: (inout State) -> Void) {
    state.withLock { (state: inout State) in body(&state) }
  }

  /// The answers that a silent one owes, which it owes no more.
  func takeOwed() -> [@Sendable () -> Void] {
    state.withLock { state in
      defer { state.owed = [] }
      return state.owed
    }
  }

  /// Tells all observers of a changed status.
  func publish(_ body: (inout PlaybackStatus) -> Void) {
    let (status, observers) = state.withLock { state in
      body(&state.status)
      return (state.status, state.observers)
    }
    for observer in observers { observer(status) }
  }

  var status: PlaybackStatus { now.status }
  var queue: Queue { now.queue }

  private func answer(_ done: @escaping @Sendable () -> Void) {
    let isSilent = state.withLock { state in
      if state.isSilent { state.owed.append(done) }
      return state.isSilent
    }
    if !isSilent { done() }
  }

  func perform(_ command: Command, done: @escaping @Sendable () -> Void) {
    change { $0.commands.append(command) }
    answer(done)
  }

  func load(
    _ sources: [String], until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    change { ($0.loaded, $0.deadline) = (sources, deadline) }
    answer { done(nil) }
  }

  func append(
    _ sources: [String], until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    change { ($0.loaded, $0.deadline) = ($0.loaded + sources, deadline) }
    answer { done(nil) }
  }

  func reload(done: @escaping @Sendable (Refusal?) -> Void) {
    answer { done(Refusal("nothing to read anew")) }
  }

  func capture(done: @escaping @Sendable (Result<CapturedPicture, Refusal>) -> Void) {
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

  func observeStatus(_ body: @escaping @Sendable (PlaybackStatus) -> Void) {
    change { $0.observers.append(body) }
  }

  func quit() { change { $0.hasQuit = true } }
}

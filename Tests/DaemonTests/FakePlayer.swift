import Synchronization
import VitrineEngine
import VitrineGestures
import VitrineOverlay
import VitrinePlayback
import VitrinePlaylists
import VitrineScenes

@testable import VitrineDaemon

/// A player that only records its requests.
final class FakePlayer: ScriptedPlayer {
  enum Asked: Equatable {
    case command(Command)
    case list([Item], title: String?)
    case idle(IdleTime)
    case keys([String: KeyAction])
    case input(ScriptedInput)
    case hide(Theme.Part, Bool)
    case message(String?, Severity? = nil)
    case ease(ThermalPolicy.Easing)
    case reopenDevice
    case quit
  }

  private struct State {
    var status = PlaybackStatus()
    var queue = Queue([])
    var asked: [Asked] = []
    var hasInterface = true
    var answers = 0
  }

  private let state: Mutex<State>

  init(_ status: PlaybackStatus = PlaybackStatus(), _ queue: Queue = Queue([])) {
    state = Mutex(State(status: status, queue: queue))
  }

  var asked: [Asked] { state.withLock { $0.asked } }
  /// The recorded requests that are commands.
  var commands: [Command] {
    asked.compactMap { if case .command(let command) = $0 { command } else { nil } }
  }

  func show(_ status: PlaybackStatus, _ queue: Queue) {
    state.withLock { ($0.status, $0.queue) = (status, queue) }
  }

  func loseInterface() { state.withLock { $0.hasInterface = false } }

  var status: PlaybackStatus { state.withLock { $0.status } }
  var queue: Queue { state.withLock { $0.queue } }
  func perform(_ command: Command) { record(.command(command)) }
  func performForVisitor(_ command: Command) { record(.command(command)) }
  func list(_ items: [Item], title: String?) -> Bool {
    recordIfInterface(.list(items, title: title))
  }
  func setIdle(_ idle: IdleTime) -> Bool { recordIfInterface(.idle(idle)) }
  func setKeys(_ keys: [String: KeyAction]) -> Bool { recordIfInterface(.keys(keys)) }
  func show(_ notice: Notice?) -> Bool {
    recordIfInterface(.message(notice?.detail, notice?.severity))
  }
  func perform(_ input: ScriptedInput) -> Bool { recordIfInterface(.input(input)) }
  func setHidden(_ part: Theme.Part, _ isHidden: Bool) -> Bool {
    recordIfInterface(.hide(part, isHidden))
  }
  func ease(_ easing: ThermalPolicy.Easing) { record(.ease(easing)) }
  func reopenDevice() { record(.reopenDevice) }
  func quit() { record(.quit) }
  func askWhetherAlive() -> Int {
    state.withLock { state in
      state.answers += 1
      return state.answers
    }
  }

  private func record(_ asked: Asked) { state.withLock { $0.asked.append(asked) } }

  private func recordIfInterface(_ asked: Asked) -> Bool {
    state.withLock { state in
      if state.hasInterface { state.asked.append(asked) }
      return state.hasInterface
    }
  }
}

import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

/// The situations of a player with the items a, b and c in its queue.
enum Scene: String, CaseIterable, Sendable {
  case idle, opening, openingWithSeek, openingPaused
  case loaded, loadedPaused
  case seeking, seekingNear, seekingWithPending, seekingPaused, seekingShown
  case playing, paused, preparing, prepared, following, starved, starvedPaused
  case touched, scrubbing, scrubbingShown, scrubbingPaused
  case ended, failed, stopped

  var machine: Machine {
    var machine = Machine("abc", loop: self == .failed ? .queue : .none)
    build(&machine)
    return machine
  }

  private func build(_ machine: inout Machine) {
    switch self {
    case .idle: break
    case .opening, .openingWithSeek, .openingPaused: machine.perform(.play)
    case .loaded, .loadedPaused:
      machine.perform(.play)
      machine.receive(Machine.opened, from: machine.current)
    case .ended: machine.playToTheEnd()
    case .failed:
      machine.perform(.play)
      for _ in 0..<3 { machine.receive(.failed(Machine.broken), from: machine.current) }
    default: machine.playFirst()
    }
    for command in commands { machine.perform(command) }
    switch self {
    case .preparing: machine.receive(.nearEnd, from: machine.current)
    case .prepared:
      machine.receive(.nearEnd, from: machine.current)
      machine.receive(Machine.opened, from: machine.next)
    case .following: machine.prepare()
    case .starved, .starvedPaused: machine.receive(.starved, from: machine.current)
    case .seekingShown, .scrubbingShown: machine.receive(.shown, from: machine.current)
    default: break
    }
  }

  private var commands: [Command] {
    let near = Command.seek(.init(to: MediaTime(30, 1), .keyFrame))
    return switch self {
    case .openingPaused, .loadedPaused, .paused, .starvedPaused: [.pause]
    case .openingWithSeek, .seeking, .seekingShown: [.seek(.init(to: MediaTime(30, 1)))]
    case .seekingNear: [near]
    case .seekingWithPending: [near, .seek(.init(to: MediaTime(40, 1), .keyFrame))]
    case .seekingPaused: [.pause, .seek(.init(to: MediaTime(30, 1)))]
    case .touched: [.beginScrubbing]
    case .scrubbing, .scrubbingShown: [.beginScrubbing, .scrub(to: MediaTime(30, 1))]
    case .scrubbingPaused: [.pause, .beginScrubbing, .scrub(to: MediaTime(30, 1))]
    case .stopped: [.stop]
    default: []
    }
  }
}

extension Machine {
  /// Plays the queue to the end of the last item.
  mutating func playToTheEnd() {
    playFirst()
    for _ in 1..<state.queue.entries.count { passEdge() }
    receive(.nearEnd, from: current)
    receive(.ended, from: current)
  }
}

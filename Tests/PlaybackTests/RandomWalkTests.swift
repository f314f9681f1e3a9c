import Testing
import VitrineFakes
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

/// For any order of commands and reports, the state requests nothing that an engine
/// cannot do, and playback always continues.
struct RandomWalkTests {
  @Test("10,000 random steps request nothing impossible and never get stuck", arguments: 0..<20)
  func walk(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let loop = Queue.Loop.allCases[seed % 3]
    var machine = Machine("abcd", loop: loop, seed: seed % 2 == 0 ? nil : UInt64(seed))
    for step in 0..<10_000 {
      advance(&machine, &random)
      if step % 50 == 0, !reachesPlaying(machine) {
        Issue.record("stuck after step \(step), \(machine.phase)")
        return
      }
      guard machine.complaints == [] else { break }
    }
    #expect(machine.complaints == [])
    machine.perform(.stop)
    #expect(machine.ledger.openings.isEmpty)
    #expect(machine.state.playedCount > 100)
  }

  private func advance(_ machine: inout Machine, _ random: inout SeededRandom) {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: machine.perform(command(machine, &random), position: place(&random))
    case 30..<35: machine.retryDue()
    case 35..<45: reportFromLeft(&machine, &random)
    default: reportFromOpen(&machine, &random)
    }
  }

  /// An engine's report, late by a few runs.
  private func reportFromLeft(_ machine: inout Machine, _ random: inout SeededRandom) {
    let last = machine.ledger.openings.keys.max()?.number ?? 0
    let run = Run(Int.random(in: max(0, last - 5)...last + 1, using: &random))
    guard machine.ledger.openings[run] == nil else { return }
    let before = machine.state
    let effects = machine.receive(report(&random), from: run)
    if effects != [] || machine.state != before {
      Issue.record("\(run) was played after it was abandoned")
    }
  }

  private func reportFromOpen(_ machine: inout Machine, _ random: inout SeededRandom) {
    let runs = machine.ledger.openings.keys.sorted()
    guard let run = runs.randomElement(using: &random) else { return }
    let report = report(&random)
    if machine.ledger.allows(report, from: run) { machine.receive(report, from: run) }
  }

  private func report(_ random: inout SeededRandom) -> PlaybackState.Report {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<5: Machine.opened
    case 5..<8: .shown
    case 8..<13: .ready
    case 13..<15: .nearEnd
    case 15, 16: .followed
    case 17: .ended
    case 18: .starved
    default: .failed(Machine.broken)
    }
  }

  private func place(_ random: inout SeededRandom) -> MediaTime {
    MediaTime(Int64.random(in: -5...70, using: &random), 1)
  }

  private func command(_ machine: Machine, _ random: inout SeededRandom) -> Command {
    let place = place(&random)
    let mode = Bool.random(using: &random) ? PlaybackState.Seek.Mode.exact : .keyFrame
    let entry = machine.state.queue.entries.randomElement(using: &random)?.id ?? 1
    let commands: [Command] = [
      .play, .play, .pause, .toggle, .stop, .next, .previous, .jump(to: entry),
      .seek(.init(to: place, mode)), .seek(.init(to: place, mode)), .skip(by: place),
      .beginScrubbing, .scrub(to: place), .scrub(to: place), .endScrubbing, .endScrubbing,
      .step(forward: true), .step(forward: false), .setRate(2), .setVolume(0.5),
      .setMuted(true), .select(.audio, .index(1)), .edit(edit(machine, entry, &random)),
      .edit(edit(machine, entry, &random)), .power(.toggle), .power(.on), .power(.off),
      .update(.title("title"), of: entry), .update(.cover("cover"), of: nil),
    ]
    return commands.randomElement(using: &random) ?? .play
  }

  private func edit(
    _ machine: Machine, _ entry: Queue.Entry.ID, _ random: inout SeededRandom
  ) -> QueueEdit {
    var item = Item(path: ["a", "b", "c", "x"].randomElement(using: &random) ?? "a")
    item.repeatCount = Int.random(in: 1...2, using: &random)
    let index = Int.random(in: 0...5, using: &random)
    let isFull = machine.state.queue.entries.count > 6
    let edits: [QueueEdit] = [
      isFull ? .remove(entry) : .append(item), isFull ? .remove(entry) : .insert(item, at: index),
      .remove(entry), .move(entry, to: index), .replace([item, Item(path: "b")]),
      .loop(Queue.Loop.allCases.randomElement(using: &random) ?? .none),
      .shuffle(seed: UInt64(index)), .shuffle(seed: nil), .renew, .clear,
    ]
    return edits.randomElement(using: &random) ?? .clear
  }

  /// Whether playback resumes once sources open, if the user wants it to.
  private func reachesPlaying(_ machine: Machine) -> Bool {
    var machine = machine
    machine.perform(.power(.on))
    machine.perform(.endScrubbing)
    if machine.state.queue.isEmpty { machine.perform(.edit(.append(Item(path: "z")))) }
    machine.retryDue()
    machine.perform(.play)
    for _ in 0..<4 {
      guard let run = machine.current else { return false }
      if machine.phase == .playing { return !machine.ledger.isHalted && machine.complaints == [] }
      for report in [Machine.opened, .shown, .ready] where machine.ledger.allows(report, from: run)
      {
        machine.receive(report, from: run)
      }
    }
    return false
  }
}

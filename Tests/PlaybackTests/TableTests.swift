import Testing
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

/// Every situation against every event. The tables name the events with an effect or a phase
/// change; no others may have one.
struct TableTests {
  private static let reports: [(String, PlaybackState.Report)] = [
    ("opened", Machine.opened), ("shown", .shown), ("ready", .ready), ("nearEnd", .nearEnd),
    ("followed", .followed), ("ended", .ended), ("starved", .starved),
    ("failed", .failed(Machine.broken)),
  ]
  private static let transport: [(String, Command)] = [
    ("play", .play), ("pause", .pause), ("toggle", .toggle), ("stop", .stop),
    ("next", .next), ("previous", .previous), ("jump to c", .jump(to: 3)),
  ]
  private static let seeks: [(String, Command)] = [
    ("seek", .seek(.init(to: MediaTime(50, 1)))),
    ("seek near", .seek(.init(to: MediaTime(50, 1), .keyFrame))),
    ("skip", .skip(by: MediaTime(5, 1))),
    ("touch", .beginScrubbing),
    ("scrub", .scrub(to: MediaTime(10, 1))), ("release", .endScrubbing),
    ("step", .step(forward: true)), ("step back", .step(forward: false)),
  ]
  private static let edits: [(String, Command)] = [
    ("select", .select(.audio, .index(1))), ("append d", .edit(.append(Item(path: "d")))),
    ("insert d", .edit(.insert(Item(path: "d"), at: 1))), ("remove a", .edit(.remove(1))),
    ("remove b", .edit(.remove(2))),
    ("replace", .edit(.replace(["x", "a"].map(Item.init(path:))))),
    ("exchange", .edit(.replace([Item(path: "x")]))), ("clear", .edit(.clear)),
    ("loop a", .edit(.loop(.item))), ("renew", .edit(.renew)),
  ]

  @Test("Each report has its effects", arguments: Scene.allCases)
  func reports(scene: Scene) {
    let machine = scene.machine
    var found: [String] = []
    for (sender, run) in [("", machine.current), ("next ", machine.next)] {
      guard let run else { continue }
      for (name, report) in Self.reports where machine.ledger.allows(report, from: run) {
        found += Self.cell(sender + name, machine) { $0.receive(report, from: run) }
      }
    }
    found += Self.cell("retry", machine) { $0.retryDue() }
    #expect(found == Self.lines(ReportTable.rows[scene]))
  }

  @Test(
    "Each command that starts, stops or changes the item has its effects", arguments: Scene.allCases
  )
  func transport(scene: Scene) {
    #expect(Self.cells(Self.transport, scene) == Self.lines(TransportTable.rows[scene]))
  }

  @Test("Each command that seeks in the item has its effects", arguments: Scene.allCases)
  func seeks(scene: Scene) {
    #expect(Self.cells(Self.seeks, scene) == Self.lines(SeekTable.rows[scene]))
  }

  @Test("Each change of the queue and the tracks has its effects", arguments: Scene.allCases)
  func edits(scene: Scene) {
    #expect(Self.cells(Self.edits, scene) == Self.lines(EditTable.rows[scene]))
  }

  @Test("Reports from abandoned runs change nothing", arguments: Scene.allCases)
  func stale(scene: Scene) {
    let machine = scene.machine
    for run in (0...9).map({ Run($0) }) where machine.ledger.openings[run] == nil {
      for (_, report) in Self.reports {
        var state = machine.state
        #expect(state.receive(report, from: run) == [])
        #expect(state == machine.state)
      }
    }
  }

  private static func cells(_ commands: [(String, Command)], _ scene: Scene) -> [String] {
    let machine = scene.machine
    return commands.flatMap { name, command in cell(name, machine) { $0.perform(command) } }
  }

  /// One cell, empty without an effect. `stop` always closes open runs.
  private static func cell(
    _ name: String, _ before: Machine, _ happen: (inout Machine) -> [PlaybackState.Effect]
  ) -> [String] {
    var after = before
    let effects = happen(&after)
    let phase = after.phase.words
    after.perform(.stop)
    #expect(after.complaints == [] && after.ledger.openings.isEmpty, "\(name)")
    if effects.isEmpty, phase == before.phase.words { return [] }
    return ["\(name): \(effects.isEmpty ? "nothing" : words(effects)) -> \(phase)"]
  }

  private static func lines(_ rows: String?) -> [String] {
    rows?.split(separator: "\n").map(String.init) ?? []
  }
}

extension PlaybackState.Phase {
  /// Its name, for tables.
  var words: String {
    if case .failed = self { "failed" } else { "\(self)" }
  }
}

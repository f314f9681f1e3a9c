import Testing
import VitrineControl
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineFleet

@Suite("A screen of a fleet")
struct AgentTests {
  @Test("A connection announces the screen, subscribes and reports")
  func connecting() throws {
    var scene = Scene(groups: ["lobby"])
    let outputs = scene.connect()
    #expect(
      outputs.published(.presence(id: "a")) == [Presence(boot: "b1", isOnline: true).bytes])
    #expect(
      outputs.contains(
        .subscribe([
          "vitrine/1/a/desired", "vitrine/1/group/all/desired", "vitrine/1/group/lobby/desired",
          "vitrine/1/a/command", "vitrine/1/call", "vitrine/1/a/presence",
        ])))
    let report = try #require(outputs.reports.first)
    #expect(report.playing.item == "a.mp4" && report.behind.isEmpty && report.boot == "b1")
    #expect(scene.agent.will.bytes == Presence(boot: "b1", isOnline: false).bytes)
  }

  @Test("A desired value is requested once, and reported as behind until it is in effect")
  func applying() {
    var scene = Scene()
    _ = scene.connect()
    let outputs = scene.desire(#"{"revision":3,"set":{"volume":0.5}}"#)
    #expect(outputs.changes == [.request(.command(.setVolume(0.5)))])
    #expect(outputs.contains { if case .store = $0 { true } else { false } })
    let waiting = scene.wait(.seconds(1)).reports
    #expect(waiting.last?.behind == ["volume"] && waiting.last?.revisions == ["device": 3])
    scene.snapshot.values[.volume] = .number(0.5)
    let done = scene.receive(.snapshot(scene.snapshot)) + scene.finish(outputs)
    #expect(done.changes.isEmpty && done.events == [.applied(name: "volume")])
    #expect((done + scene.wait(.seconds(1))).reports.last?.behind == [])
  }

  @Test("A value that is in effect already is not requested")
  func effective() {
    var scene = Scene()
    _ = scene.connect()
    #expect(scene.desire(#"{"revision":1,"set":{"volume":1,"power":"on"}}"#).changes.isEmpty)
    #expect(scene.agent.report.behind.isEmpty)
  }

  @Test("A later change on the screen itself is reported, not reverted")
  func localChange() {
    var scene = Scene()
    _ = scene.connect()
    let outputs = scene.desire(#"{"revision":1,"set":{"volume":0.5}}"#)
    scene.snapshot.values[.volume] = .number(0.5)
    _ = scene.receive(.snapshot(scene.snapshot)) + scene.finish(outputs)
    scene.snapshot.values[.volume] = .number(0.8)
    #expect(scene.receive(.snapshot(scene.snapshot)).changes.isEmpty)
    #expect(scene.agent.report.behind == ["volume"])
  }

  @Test("A rotation waits until the current item ends, unless none is on screen")
  func edge() {
    var scene = Scene()
    _ = scene.connect()
    #expect(scene.desire(#"{"revision":1,"set":{"rotation":90}}"#).changes.isEmpty)
    #expect(scene.receive(.snapshot(scene.snapshot)).changes.isEmpty)
    #expect(scene.receive(.edge).changes == [.request(.command(.setRotation(.clockwise)))])
    var idle = Scene()
    _ = idle.connect()
    idle.snapshot.item = nil
    _ = idle.receive(.snapshot(idle.snapshot))
    #expect(idle.desire(#"{"revision":1,"set":{"rotation":90}}"#).changes.count == 1)
  }

  @Test("Only the newest of several states is applied at the edge")
  func newest() {
    var scene = Scene()
    _ = scene.connect()
    for (revision, degrees) in [(1, 90), (2, 180), (3, 270)] {
      _ = scene.desire(#"{"revision":\#(revision),"set":{"rotation":\#(degrees)}}"#)
    }
    #expect(scene.receive(.edge).changes == [.request(.command(.setRotation(.counterclockwise)))])
  }

  @Test("The screen's own state has precedence over its groups, and a later group over an earlier")
  func precedence() {
    var scene = Scene(groups: ["one", "two"])
    _ = scene.connect()
    func volume() -> JSONValue? { scene.agent.merged[.volume] }
    _ = scene.message(.groupDesired("two"), #"{"revision":1,"set":{"volume":0.2}}"#)
    _ = scene.message(.groupDesired("one"), #"{"revision":9,"set":{"volume":0.1}}"#)
    _ = scene.message(.groupDesired("all"), #"{"revision":9,"set":{"volume":0.9}}"#)
    #expect(volume() == .number(0.2))
    _ = scene.desire(#"{"revision":1,"set":{"volume":0.3}}"#)
    #expect(volume() == .number(0.3))
    _ = scene.desire(#"{"revision":2,"set":{"volume":null}}"#)
    #expect(volume() == nil)
    _ = scene.desire("")
    #expect(volume() == .number(0.2))
    let other = scene.message(.groupDesired("three"), #"{"revision":1,"set":{"volume":0}}"#)
    #expect(volume() == .number(0.2) && other.events.count == 1)
  }

  private static let replays: [(String, String)] = [
    (#"{"revision":4,"set":{"volume":0.1}}"#, "revision 4 is older than 5"),
    (#"{"revision":5,"set":{"volume":0.1}}"#, "revision 5 has two contents"),
    ("{", "not a JSON object"),
  ]

  @Test("An older or contradicting revision is not used, and reported", arguments: replays.indices)
  func replay(index: Int) {
    let (text, cause) = Self.replays[index]
    var scene = Scene()
    _ = scene.connect()
    let first = scene.desire(#"{"revision":5,"set":{"volume":0.5}}"#)
    _ = scene.finish(first)
    let outputs = scene.desire(text)
    #expect(outputs.changes.isEmpty)
    #expect(outputs.events == [.ignored(topic: "vitrine/1/a/desired", cause: cause)])
    #expect(scene.agent.report.refused == ["device": cause])
    #expect(scene.agent.report.revisions == ["device": 5])
    _ = scene.desire(#"{"revision":6,"set":{"volume":0.5}}"#)
    #expect(scene.agent.report.refused.isEmpty)
  }

  @Test("A state from the future is applied, and reported unless the clock is not set")
  func future() {
    var scene = Scene()
    _ = scene.connect()
    #expect(
      !scene.desire(#"{"revision":1,"written":1000700,"set":{"volume":0}}"#).changes.isEmpty)
    #expect(scene.agent.report.problems == ["the desired state is from the future"])
    scene.snapshot.isClockSet = false
    _ = scene.receive(.snapshot(scene.snapshot))
    #expect(scene.agent.report.problems.isEmpty)
  }

  @Test("Unsupported and unknown names are reported, and the rest is applied")
  func unsupported() {
    var scene = Scene()
    _ = scene.connect()
    let outputs = scene.desire(
      #"{"revision":1,"set":{"software":"2.0","colour":"red","volume":0.5}}"#)
    #expect(outputs.changes == [.request(.command(.setVolume(0.5)))])
    #expect(
      scene.agent.report.refused == [
        "colour": "unknown name", "software": "not supported by version \(Release.version)",
      ])
    #expect(scene.agent.report.behind == ["volume", "software"])
  }

  @Test("A change that the player refuses is reported and tried again each minute")
  func retry() {
    var scene = Scene()
    _ = scene.connect()
    let list = scene.desire(#"{"revision":1,"set":{"list":["/a"]}}"#)
    let refused = scene.finish(list, Refusal("the override fire is active: end it first"))
    #expect(refused.events.count == 1)
    #expect(scene.agent.report.refused["list"] == "the override fire is active: end it first")
    #expect(scene.wait(.seconds(50)).changes.isEmpty)
    let again = scene.wait(.seconds(20))
    #expect(again.changes == [.load(["/a"])])
    #expect(scene.finish(again).events == [.applied(name: "list")])
    #expect(scene.agent.report.refused.isEmpty && scene.agent.report.behind.isEmpty)
  }

  @Test("A change without an answer is requested again")
  func silence() {
    var scene = Scene()
    _ = scene.connect()
    let first = scene.desire(#"{"revision":1,"set":{"list":["/a"]}}"#)
    #expect(first.changes.count == 1)
    #expect(scene.wait(.seconds(100)).changes == [.load(["/a"])])
    // The late answer belongs to the first attempt.
    #expect(scene.finish(first).events.isEmpty)
  }

  @Test("A list or message that is no longer desired is taken back")
  func removal() {
    var scene = Scene()
    _ = scene.connect()
    _ = scene.finish(scene.desire(#"{"revision":1,"set":{"list":["/a"],"message":"x"}}"#))
    let outputs = scene.desire(#"{"revision":2,"set":{}}"#)
    #expect(
      outputs.changes == [
        .request(.programme), .request(.message(nil, as: nil, for: .seconds(10))),
      ])
  }

  @Test("Without a broker, a start applies the stored documents")
  func stored() {
    var scene = Scene(groups: ["g"])
    _ = scene.connect()
    _ = scene.message(.groupDesired("g"), #"{"revision":4,"set":{"volume":0.5}}"#)
    let outputs = scene.desire(#"{"revision":2,"set":{"message":"x"}}"#)
    var stored: [UInt8] = []
    for case .store(let bytes) in outputs { stored = bytes }
    var later = Scene(groups: ["g"], stored: stored)
    #expect(later.receive(.snapshot(later.snapshot)).changes.count == 2)
    #expect(later.agent.report.revisions == ["device": 2, "g": 4])
    // A broker that replays an old state does not undo them.
    _ = later.connect()
    #expect(later.desire(#"{"revision":1,"set":{}}"#).changes.isEmpty)
    var damaged = Scene(stored: Array(stored.dropLast(3)))
    #expect(damaged.connect().changes.isEmpty)
  }

  @Test("A command is performed, but not a retained, foreign or reading one")
  func commands() {
    var scene = Scene()
    _ = scene.connect()
    let topic = FleetTopic.command(id: "a")
    #expect(scene.message(topic, "next", isRetained: false).commands == [.command(.next)])
    #expect(scene.message(topic, "screenshot", isRetained: false).contains(.capture))
    for line in ["quit", "status", "load /etc/passwd", "screenshot /tmp/a.png", "nonsense", ""] {
      let outputs = scene.message(topic, line, isRetained: false)
      #expect(outputs.commands.isEmpty && !outputs.contains(.capture), "\(line)")
    }
    #expect(scene.message(topic, "next").commands.isEmpty)
    #expect(
      scene.message(.command(id: "b"), "next", isRetained: false).commands.isEmpty)
  }

  @Test("A flood of commands is limited, and logged only a few times")
  func flood() {
    var scene = Scene()
    _ = scene.connect()
    var outputs: [FleetAgent.Output] = []
    for _ in 0..<10_000 {
      outputs += scene.message(.command(id: "a"), "next", isRetained: false)
    }
    #expect(outputs.commands.count == 10 && outputs.events.count == 5)
    _ = scene.wait(.seconds(1))
    #expect(!scene.message(.command(id: "a"), "next", isRetained: false).commands.isEmpty)
  }

  @Test("A flood of desired states costs little, and the last one counts")
  func desiredFlood() {
    var scene = Scene()
    _ = scene.connect()
    var outputs: [FleetAgent.Output] = []
    for revision in 1...10_000 {
      let volume = Double(revision % 100) / 100
      outputs += scene.desire(#"{"revision":\#(revision),"set":{"volume":\#(volume)}}"#)
    }
    _ = scene.desire(#"{"revision":20000,"set":{"volume":0.55}}"#)
    outputs += scene.wait(.seconds(5))
    #expect(outputs.changes.count <= 25)
    #expect(outputs.changes.last == .request(.command(.setVolume(0.55))))
    let writes = outputs.count { if case .store = $0 { true } else { false } }
    #expect(writes <= 6, "\(writes)")
    // The last one is stored as well, somewhat later.
    var stored: [UInt8] = []
    for case .store(let bytes) in outputs + scene.wait(.seconds(60)) { stored = bytes }
    #expect(String(decoding: stored, as: UTF8.self).contains("20000"))
  }

  @Test("Normal playback is reported four times, then twice a minute; a problem at once")
  func rate() {
    var scene = Scene()
    _ = scene.connect()
    var reports: [ReportedState] = []
    for index in 0..<60 {
      scene.snapshot.item = "\(index).jpg"
      var outputs = scene.receive(.snapshot(scene.snapshot))
      for case .report in outputs { outputs += scene.receive(.acknowledged) }
      reports += (outputs + scene.wait(.seconds(5))).reports
    }
    // 300 s with an item each 5 s.
    #expect((12...14).contains(reports.count), "\(reports.count)")
    scene.snapshot.problems = ["the picture has not changed"]
    let outputs = scene.receive(.snapshot(scene.snapshot)) + scene.wait(.seconds(1))
    #expect(outputs.reports.last?.problems == ["the picture has not changed"])
  }

  @Test("No second report is sent before the broker has stored the first")
  func acknowledgement() {
    var scene = Scene()
    _ = scene.receive(.snapshot(scene.snapshot))
    #expect(scene.receive(.connected).reports.count == 1)
    scene.snapshot.problems = ["a"]
    #expect(scene.receive(.snapshot(scene.snapshot)).reports.isEmpty)
    #expect(scene.agent.deadline(after: scene.now) == nil)
    #expect((scene.receive(.acknowledged) + scene.wait(.seconds(1))).reports.count == 1)
  }

  @Test("A broker that has lost everything gets the report again")
  func forgetfulBroker() {
    var scene = Scene()
    _ = scene.connect()
    _ = scene.finish(scene.desire(#"{"revision":5,"set":{"volume":0.5}}"#))
    _ = scene.receive(.disconnected)
    let again = scene.connect()
    #expect(again.changes.isEmpty && again.reports.first?.revisions == ["device": 5])
  }

  @Test("A report of a normal screen has at most 400 bytes, and of any screen 3 KB")
  func size() throws {
    var scene = Scene(groups: ["lobby"])
    _ = scene.connect()
    _ = scene.finish(scene.desire(#"{"revision":1764500000,"set":{"volume":0.5}}"#))
    #expect(scene.agent.report.bytes.count <= 400, "\(scene.agent.report.bytes.count)")
    let long = String(repeating: "😀", count: 5000)
    scene.snapshot.item = long
    (scene.snapshot.dark, scene.snapshot.problems) = (long, Array(repeating: long, count: 99))
    _ = scene.receive(.snapshot(scene.snapshot))
    let names = (0..<99).map { "\"\($0)\(long)\":1" }.joined(separator: ",")
    _ = scene.receive(
      .message(
        topic: "vitrine/1/a/desired",
        Array(#"{"revision":2000000000,"set":{\#(names)}}"#.utf8.prefix(16384)),
        isRetained: true))
    #expect(scene.agent.report.bytes.count <= 3000, "\(scene.agent.report.bytes.count)")
    #expect(ReportedState(scene.agent.report.bytes) == scene.agent.report)
  }

  @Test("A call is answered within two seconds, with the screen's clock")
  func call() throws {
    var scene = Scene()
    _ = scene.connect()
    _ = scene.message(.call, "roll-1", isRetained: false)
    let answers = scene.wait(.seconds(2)).published(.answer(id: "a"))
    #expect(answers == [CallAnswer(boot: "b1", call: "roll-1", time: 1_000_000).bytes])
    // More than a few calls are not answered.
    for index in 0..<100 { _ = scene.message(.call, "\(index)", isRetained: false) }
    #expect(scene.wait(.seconds(4)).published(.answer(id: "a")).count <= 1)
  }

  @Test("Home Assistant gets the discovery message with the connection and after its restart")
  func homeAssistant() {
    var identity = FleetAgent.Identity(id: "a", boot: "b1", version: "1")
    identity.announcesToHomeAssistant = true
    var agent = FleetAgent(identity, random: SystemRandomNumberGenerator())
    let now = HostTime(nanoseconds: 0)
    func isAnnounced(_ outputs: [FleetAgent.Output]) -> Bool {
      outputs.contains { output in
        if case .publish("homeassistant/device/vitrine-a/config", _, true) = output {
          true
        } else {
          false
        }
      }
    }
    #expect(isAnnounced(agent.receive(.connected, at: now)))
    _ = agent.receive(
      .message(topic: "homeassistant/status", Array("online".utf8), isRetained: false), at: now)
    #expect(isAnnounced(agent.receive(.timePassed, at: now + .seconds(10))))
    #expect(!isAnnounced(agent.receive(.timePassed, at: now + .seconds(20))))
  }
  @Test(
    "A content release that its trial rolls back is behind, with the cause, after another check")
  func contentRollback() {
    var scene = Scene()
    scene.snapshot.values[.content] = .number(4)
    _ = scene.connect()
    let first = scene.desire(#"{"revision":1,"set":{"content":5}}"#)
    #expect(first.changes == [.request(.checkForContent)])
    _ = scene.finish(first)
    (scene.snapshot.values[.content], scene.snapshot.isOnTrial) = (.number(5), true)
    _ = scene.receive(.snapshot(scene.snapshot))
    #expect(scene.agent.report.behind.isEmpty && scene.agent.report.isOnTrial)
    // The cause of the rollback comes with the next check, which is not delayed.
    (scene.snapshot.values[.content], scene.snapshot.isOnTrial) = (.number(4), false)
    let again = scene.receive(.snapshot(scene.snapshot))
    #expect(again.changes == [.request(.checkForContent)])
    scene.snapshot.faults[.content] = "release rejected because it failed before: a.mp4"
    _ = scene.receive(.snapshot(scene.snapshot))
    _ = scene.finish(again)
    #expect(scene.agent.report.behind == ["content"])
    #expect(
      scene.agent.report.refused == ["content": "release rejected because it failed before: a.mp4"])
    // Not in a loop.
    #expect(scene.wait(.seconds(290)).changes.isEmpty)
    #expect(scene.wait(.seconds(20)).changes == [.request(.checkForContent)])
  }

  @Test("A broker that alternates between two documents does not fill the log")
  func refusalFlood() {
    var scene = Scene()
    var outputs = scene.connect()
    for revision in 1...600 {
      outputs += scene.desire(
        #"{"revision":\#(revision),"set":{"schedule":"\#(revision)","software":"\#(revision)"}}"#)
      outputs += scene.wait(.seconds(1))
    }
    #expect((20...30).contains(outputs.events.count), "\(outputs.events.count)")
  }

  @Test("A screen ignores the notes of a rollout in its document")
  func rolloutNote() {
    var scene = Scene()
    _ = scene.connect()
    _ = scene.desire(
      #"{"revision":1,"set":{"volume":0.5},"rollout":{"id":"1f","before":{"volume":0.25}}}"#)
    #expect(scene.agent.merged == [.volume: .number(0.5)] && scene.agent.report.refused.isEmpty)
  }
}

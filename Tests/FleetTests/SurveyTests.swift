import Testing
import VitrineControl
import VitrineFakes

@testable import VitrineFleet

@Suite("A survey of a fleet")
struct SurveyTests {
  private static let now = 1_000_000

  /// A survey with one screen, which is well unless `change` alters its messages.
  private static func finding(
    presence: Presence? = Presence(boot: "b", isOnline: true),
    answers: [(String, Int)] = [("b", 0)],
    isReported: Bool = true, _ change: (inout ReportedState) -> Void = { _ in }
  ) -> FleetSurvey.Finding? {
    var survey = FleetSurvey()
    survey.call = "c"
    var report = ReportedState()
    (report.boot, report.version, report.playing.item) = ("b", "1", "a.mp4")
    change(&report)
    if isReported { survey.receive("vitrine/1/a/reported", report.bytes, at: now) }
    if let presence { survey.receive("vitrine/1/a/presence", presence.bytes, at: now) }
    for (boot, offset) in answers {
      let answer = CallAnswer(boot: boot, call: "c", time: now + offset)
      survey.receive("vitrine/1/a/answer", answer.bytes, at: now)
    }
    return survey.findings.first
  }

  @Test("The most urgent state of a screen is named, with its cause")
  func states() {
    #expect(Self.finding() == .init(id: "a", state: .ok, detail: "a.mp4"))
    #expect(Self.finding(answers: [("b", 0), ("c", 0)])?.state == .duplicate)
    #expect(Self.finding { $0.problems = [TwinDetector.text] }?.state == .duplicate)
    let offline = Presence(boot: "b", isOnline: false)
    #expect(Self.finding(presence: offline, answers: [])?.state == .offline)
    #expect(Self.finding(presence: nil, answers: [])?.state == .offline)
    // The will of an earlier connection: the screen itself has answered.
    #expect(Self.finding(presence: offline)?.state == .ok)
    #expect(Self.finding(answers: [])?.state == .silent)
    #expect(Self.finding(isReported: false)?.state == .silent)
    #expect(
      Self.finding { ($0.dark, $0.behind) = ("no display", ["volume"]) }
        == .init(id: "a", state: .dark, detail: "no display"))
    #expect(
      Self.finding { ($0.behind, $0.refused) = (["list", "volume"], ["list": "no such file"]) }
        == .init(id: "a", state: .behind, detail: "list: no such file, volume"))
    #expect(Self.finding { $0.refused = ["x": "unknown name"] }?.detail == "x: unknown name")
    #expect(Self.finding { $0.isSpared = true }?.state == .hot)
    #expect(Self.finding { $0.problems = ["no sound"] }?.state == .problem)
    #expect(Self.finding { $0.isClockSet = false }?.state == .clock)
    #expect(Self.finding(answers: [("b", 11)])?.detail == "differs by 11 s")
    #expect(Self.finding(answers: [("b", -10)])?.state == .ok)
  }

  @Test("An answer to another call, and foreign messages, count for nothing")
  func foreign() {
    var survey = FleetSurvey()
    survey.call = "mine"
    survey.receive(
      "vitrine/1/a/answer", CallAnswer(boot: "b", call: "other", time: 0).bytes, at: Self.now)
    for topic in ["vitrine/1/a/b/c", "vitrine/2/a/reported", "vitrine/1/+/reported", "x", ""] {
      survey.receive(topic, Array("{}".utf8), at: Self.now)
    }
    #expect(survey.screens.isEmpty)
    survey.receive("vitrine/1/a/reported", Array("nonsense".utf8), at: Self.now)
    #expect(survey.findings.first?.state == .offline)
  }

  @Test("200 drifts and 20 clones among 10,000 screens are all found, and none is invented")
  func drift() {
    var dice = SeededRandom(seed: 46 + SeededRandom.round)
    var numbers = Array(0..<10_000)
    numbers.shuffle(using: &dice)
    let drifted = Set(numbers.prefix(200))
    let cloned = Set(numbers.dropFirst(200).prefix(20))
    var survey = FleetSurvey()
    survey.call = "c"
    for number in 0..<10_000 {
      var scene = Scene("s\(number)", boot: "b\(number)")
      _ = scene.connect()
      let outputs = scene.desire(#"{"revision":1,"set":{"volume":0.5}}"#)
      scene.snapshot.values[.volume] = .number(drifted.contains(number) ? 0.7 : 0.5)
      scene.snapshot.time = Self.now
      _ = scene.receive(.snapshot(scene.snapshot)) + scene.finish(outputs)
      survey.receive(
        FleetTopic.reported(id: "s\(number)").text, scene.agent.report.bytes, at: Self.now)
      survey.receive(
        FleetTopic.presence(id: "s\(number)").text, Presence(boot: "b", isOnline: true).bytes,
        at: Self.now)
      for boot in cloned.contains(number) ? ["b\(number)", "clone"] : ["b\(number)"] {
        survey.receive(
          FleetTopic.answer(id: "s\(number)").text,
          CallAnswer(boot: boot, call: "c", time: Self.now).bytes, at: Self.now)
      }
    }
    let findings = Dictionary(grouping: survey.findings, by: \.state).mapValues { found in
      Set(found.map(\.id))
    }
    #expect(findings[.behind] == Set(drifted.map { "s\($0)" }))
    #expect(findings[.duplicate] == Set(cloned.map { "s\($0)" }))
    #expect(findings[.ok]?.count == 9780 && findings.count == 3)
    // The most urgent are first.
    #expect(survey.findings.prefix(20).allSatisfy { $0.state == .duplicate })
  }

  private static let targets: [(String, [String])] = [
    ("shop-1", ["shop-1"]), ("shop-9", []), ("group:lobby", ["hall", "shop-2"]),
    ("group:all", ["hall", "shop-1", "shop-2"]), ("id=shop-*", ["shop-1", "shop-2"]),
    ("id=*-1", ["shop-1"]), ("id=*", ["hall", "shop-1", "shop-2"]), ("id=*o*-*2*", ["shop-2"]),
    ("id=", []), ("version!=1", ["shop-2"]), ("group=lobby,version=2", ["shop-2"]),
    ("group!=lobby", ["shop-1"]), ("state=dark", ["hall"]),
    ("item=a.mp4,state!=dark", ["shop-1", "shop-2"]),
  ]

  @Test("A target names screens", arguments: targets.indices)
  func target(index: Int) throws {
    let (text, expected) = Self.targets[index]
    var survey = FleetSurvey()
    for (id, version, groups, dark) in [
      ("shop-1", "1", [String](), String?.none), ("shop-2", "2", ["lobby"], nil),
      ("hall", "1", ["lobby", "x"], "no display"),
    ] {
      var report = ReportedState()
      (report.version, report.groups, report.dark) = (version, groups, dark)
      report.playing.item = "a.mp4"
      survey.receive(FleetTopic.reported(id: id).text, report.bytes, at: 0)
      survey.receive(
        FleetTopic.presence(id: id).text, Presence(boot: "b", isOnline: true).bytes, at: 0)
    }
    #expect(try FleetTarget(text).screens(of: survey) == expected)
  }

  @Test("An invalid target or change is refused before anything is sent")
  func invalid() {
    for text in ["", "a/b", "group:", "group:a/b", "colour=red", "+", "#", "version"] + ["a b"] {
      if text == "version" { continue }
      #expect(throws: FleetError.self, "\(text)") { try FleetTarget(text) }
    }
    for words in [
      [], ["volume"], ["colour=red"], ["volume=2"], ["volume=+5%"], ["volume=0.1", "volume=0.2"],
      ["rotation=45"], ["software=2"],
    ] {
      #expect(throws: FleetError.self, "\(words)") { try FleetEdit(words: words) }
    }
  }

  @Test("A change keeps the other values, and its revision is newer than any that a screen has")
  func edit() throws {
    var survey = FleetSurvey()
    let topic = FleetTopic.desired(id: "a")
    survey.receive(
      topic.text, Array(#"{"revision":3,"set":{"volume":0.5,"list":["/a"]}}"#.utf8), at: 0)
    var report = ReportedState()
    report.revisions = ["device": 9, "g": 4]
    survey.receive(FleetTopic.reported(id: "a").text, report.bytes, at: 0)
    let edit = try FleetEdit(words: ["volume=0.25", "list=", "muted=null", "message=Hello, you"])
    let document = edit.applied(to: topic, survey, at: 77)
    #expect(
      document
        == DesiredDocument(
          revision: 10, written: 77,
          values: [.volume: .number(0.25), .muted: .null, .message: .text("Hello, you")]))
    // The broker has lost the document of the group.
    #expect(edit.applied(to: .groupDesired("g"), survey, at: 0).revision == 5)
    #expect(edit.applied(to: .groupDesired("new"), survey, at: 0).revision == 1)
  }

  @Test("Screens that have not applied a change are named")
  func waiting() throws {
    var survey = FleetSurvey()
    let edit = try FleetEdit(words: ["volume=0.25"])
    let document = edit.applied(to: .groupDesired("g"), survey, at: 0)
    survey.receive(FleetTopic.groupDesired("g").text, document.bytes, at: 0)
    for (id, revisions, behind) in [
      ("done", ["g": 1], [String]()), ("old", [:], []), ("trying", ["g": 1], ["volume"]),
      ("other", ["g": 1], ["list"]),
    ] {
      var report = ReportedState()
      (report.revisions, report.behind) = (revisions, behind)
      survey.receive(FleetTopic.reported(id: id).text, report.bytes, at: 0)
    }
    let waiting = edit.waiting(
      ["done", "old", "other", "trying", "unknown"], { _ in .groupDesired("g") }, survey)
    #expect(waiting == ["old", "trying", "unknown"])
  }
}

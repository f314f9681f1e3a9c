import Testing
import VitrineControl
import VitrineFakes

@testable import VitrineFleet

@Suite("A rollout in waves")
struct RolloutTests {
  private static let quick: RolloutPlan = {
    var plan = RolloutPlan()
    (plan.first, plan.rate, plan.settling, plan.timeout) = (2, 6000, 5, 60)
    return plan
  }()

  private static func rollout(
    _ fleet: VirtualFleet, _ target: String = "group:all", _ change: String = "list=/new.m3u",
    _ plan: RolloutPlan = quick, rollsBack: Bool = true, id: String = "1"
  ) throws -> Rollout {
    try Rollout(
      of: FleetEdit(words: [change]), to: FleetTarget(target), plan, rollsBack: rollsBack,
      on: fleet.survey, id: id, tool: "t")
  }

  private struct Run {
    /// The most screens that had the change at once.
    var most = 0
    var seconds = 0.0
    var writes: [FleetTopic: Int] = [:]
  }

  /// Lets a rollout work until it is over. `each` is called before each step.
  private static func run(
    _ rollout: inout Rollout, _ fleet: inout VirtualFleet,
    each: (inout Rollout, inout VirtualFleet) throws -> Void = { _, _ in }
  ) throws -> Run {
    var run = Run()
    fleet.save(rollout.job)
    let start = fleet.time
    while fleet.time < start + 100_000 {
      try each(&rollout, &fleet)
      let step = rollout.step(fleet.survey, at: fleet.time)
      run.most = max(run.most, rollout.results.changed)
      switch step {
      case .save(let job): fleet.save(job)
      case .write(let writes):
        for write in writes { run.writes[write.topic, default: 0] += 1 }
        fleet.publish(writes)
      case .wait: fleet.wait(1)
      case .over:
        run.seconds = fleet.time - start
        return run
      }
    }
    return run
  }

  @Test("A release that fails on 3% of 10,000 screens is stopped after at most 110, and taken back")
  func bad() throws {
    let failing = SimulatedFailures(share: 3, seed: 7)
    let ids = VirtualFleet.named(10_000)
    let bad = ids.count(where: failing.contains)
    #expect((270...330).contains(bad))
    var fleet = VirtualFleet(ids, failing: failing)
    var rollout = try Self.rollout(fleet, "group:all", "list=/new.m3u", RolloutPlan())
    // The order follows from the job's identifier.
    let run = try Self.run(&rollout, &fleet)
    #expect(rollout.job.state == .rolledBack)
    #expect(run.most <= 110, "\(run.most)")
    #expect(fleet.loads.count <= 110)
    #expect(rollout.job.cause?.contains("list: cannot be read (simulated)") == true)
    #expect(fleet.values(of: .list) == [nil])
    #expect(fleet.survey.documents.values.allSatisfy { $0.rollout == nil })
  }

  @Test(
    "96.5% of all orders of 10,000 screens stop within 110, which no rule can exceed; all within 410"
  )
  func odds() {
    let (plan, count, bad) = (RolloutPlan(), 10_000, 300)
    let ends = plan.ends(of: count)
    var random = SeededRandom(seed: 1)
    var stops: [Int] = []
    for _ in 0..<4000 {
      // Screens are drawn without returning them. The whole wave has the change when a failure in it stops the rollout.
      var (results, left, failures) = (RolloutResults(), count, bad)
      for end in ends {
        var isStopped = false
        while results.executed < end {
          if Int.random(in: 0..<left, using: &random) < failures {
            results.failed["\(results.executed)"] = ""
            failures -= 1
          } else {
            results.applied += 1
          }
          left -= 1
          isStopped = isStopped || plan.excess(of: results, isLast: false) != nil
        }
        if isStopped { break }
      }
      stops.append(results.executed)
    }
    let early = Double(stops.count { $0 <= 110 }) / 4000
    // The chance of at least one failing screen among the first 110.
    #expect((0.955...0.975).contains(early), "\(early)")
    #expect(stops.max() == 410)
  }

  private static let sizes: [(Int, [Int])] = [
    (0, [0]), (3, [3]), (50, [10, 20, 50]), (1000, [10, 20, 50, 140, 410, 1000]),
    (10_000, [10, 110, 410, 1310, 4010, 10_000]),
  ]

  @Test(
    "The waves are 10 screens, 1%, and then three times as many each", arguments: sizes)
  func waves(count: Int, ends: [Int]) {
    #expect(RolloutPlan().ends(of: count) == ends)
  }

  @Test("A failing first wave stops the rollout, also if it is smaller than the minimum")
  func canary() throws {
    var fleet = VirtualFleet(VirtualFleet.named(60), failing: .init(share: 100, seed: 1))
    var rollout = try Self.rollout(fleet)
    let run = try Self.run(&rollout, &fleet)
    #expect(rollout.job.state == .rolledBack && run.most == 2)
  }

  @Test("A screen that goes off before it has kept the change times out; later, it may be off")
  func gone() throws {
    var plan = Self.quick
    plan.first = 10
    for (seconds, state) in [(1.0, RolloutJob.State.rolledBack), (8.0, .done)] {
      var fleet = VirtualFleet(VirtualFleet.named(12))
      var rollout = try Self.rollout(fleet, "group:all", "list=/new.m3u", plan)
      var isGone = false
      _ = try Self.run(&rollout, &fleet) { _, fleet in
        let changed = fleet.survey.documents.first {
          $0.value.rollout != nil && fleet.time >= Double($0.value.written ?? 0) + seconds
        }
        guard !isGone, case .desired(let id)? = changed?.key else { return }
        isGone = true
        fleet.disconnect(id)
      }
      #expect(isGone && rollout.job.state == state, "\(seconds) s: \(rollout.job.state)")
    }
  }

  @Test("A good change reaches every screen once, and becomes that of the group")
  func good() throws {
    var fleet = VirtualFleet(VirtualFleet.named(60), groups: ["lobby"])
    var rollout = try Self.rollout(fleet, "group:lobby")
    _ = try Self.run(&rollout, &fleet)
    #expect(rollout.job.state == .done)
    #expect(fleet.values(of: .list) == [.array([.text("/new.m3u")])])
    #expect(
      fleet.survey.documents[.groupDesired("lobby")]?.values == [.list: .array([.text("/new.m3u")])]
    )
    #expect(fleet.survey.documents.values.filter { $0.values.isEmpty }.count == 60)
    #expect(fleet.loads.values.allSatisfy { $0 == 1 } && fleet.loads.count == 60)
  }

  @Test("A wave waits for the results of the previous one, and its rate is kept")
  func pace() throws {
    var fleet = VirtualFleet(VirtualFleet.named(60))
    var plan = Self.quick
    (plan.rate, plan.first) = (60, 10)
    var rollout = try Self.rollout(fleet, "group:all", "list=/new.m3u", plan)
    var times: [Int: Double] = [:]
    let start = fleet.time
    _ = try Self.run(&rollout, &fleet) { _, fleet in
      let changed = fleet.survey.documents.values.count { $0.rollout != nil }
      if times[changed] == nil { times[changed] = fleet.time - start }
    }
    // One each second; the last one needs five seconds more.
    #expect(times[1] == 0 && times[10] == 9)
    let second = try #require(times.filter { $0.key > 10 }.values.min())
    #expect(second >= 14)
  }

  @Test("A rollout whose tool is killed before, within and after each step ends the same")
  func killed() throws {
    for isBad in [false, true] {
      var fleet = VirtualFleet(
        VirtualFleet.named(60), failing: SimulatedFailures(share: isBad ? 20 : 0, seed: 3))
      fleet.publish([
        FleetWrite(
          .desired(id: "virtual-5"),
          DesiredDocument(
            revision: 4, values: [.list: .array([.text("/old")]), .volume: .number(0.5)]))
      ])
      var rollout = try Self.rollout(fleet)
      var kills = 0
      let run = try Self.run(&rollout, &fleet) { rollout, fleet in
        // A tool that dies within a step has written a part.
        var lost = rollout
        if case .write(let writes) = lost.step(fleet.survey, at: fleet.time) {
          fleet.publish(writes.prefix(writes.count / 2))
        }
        guard fleet.survey.rollout?.state.isOver == false else { return }
        rollout = try Rollout(on: fleet.survey, tool: "t\(kills)", cancels: false) { $0 }
        kills += 1
      }
      // A bad one stops after its first waves.
      #expect(kills > (isBad ? 10 : 20))
      #expect(rollout.job.state == (isBad ? .rolledBack : .done))
      #expect(run.writes.values.allSatisfy { $0 <= 2 })
      let own = fleet.survey.documents[.desired(id: "virtual-5")]
      #expect(own?.values == [.list: .array([.text("/old")]), .volume: .number(0.5)])
      #expect(fleet.survey.documents.values.allSatisfy { $0.rollout == nil })
      #expect((fleet.survey.documents[.groupDesired("all")] == nil) == isBad)
    }
  }

  @Test(
    "Screens that are off, dark or refuse something get the change last, and delay nothing")
  func last() throws {
    var fleet = VirtualFleet(VirtualFleet.named(20))
    fleet.disconnect("virtual-1")
    fleet.change("virtual-2") { $0.dark = "no display" }
    fleet.publish([
      FleetWrite(
        .desired(id: "virtual-3"), DesiredDocument(revision: 1, values: [.schedule: .text("x")]))
    ])
    fleet.wait(1)
    var rollout = try Self.rollout(fleet, "id=virtual-*")
    #expect(
      Swift.Set(rollout.preview(fleet.survey).last ?? []) == [
        "virtual-1", "virtual-2", "virtual-3",
      ])
    var seen = 0
    _ = try Self.run(&rollout, &fleet) { rollout, fleet in
      let has = fleet.survey.documents[.desired(id: "virtual-1")]?.rollout != nil
      if has { seen += 1 }
      #expect(!has || rollout.job.state != .running)
    }
    #expect(rollout.job.state == .done && seen > 0)
    #expect(fleet.survey.documents[.desired(id: "virtual-1")]?.values[.list] != nil)
  }

  /// A change, a fault that it causes, and the cause of the stop.
  private static let faults: [(String, @Sendable (inout FleetSnapshot) -> Void, String?)] = [
    ("list=/a", { $0.dark = "no item can be played" }, "no item can be played"),
    ("list=/a", { ($0.dark, $0.values[.power]) = ("the display is off", .text("off")) }, nil),
    ("list=/a", { $0.problems = ["No sound"] }, nil),
    ("volume=0.5", { $0.values[.volume] = .number(1) }, "did not report in time"),
    ("volume=0.5", { $0.values[.volume] = .number(0.5) }, nil),
    (
      "content=5", { ($0.values[.content], $0.faults[.content]) = (.number(4), "failed before") },
      "content: failed before"
    ),
    (
      "content=5", { ($0.values[.content], $0.isOnTrial) = (.number(5), true) },
      "did not report in time"
    ),
    ("content=5", { $0.values[.content] = .number(5) }, nil),
    ("content=5", { ($0.values[.content], $0.faults[.content]) = (.number(5), "no peer") }, nil),
  ]

  @Test(
    "A screen's report decides whether it has applied the change, failed or timed out",
    arguments: faults.indices)
  func judging(index: Int) throws {
    let (change, fault, cause) = Self.faults[index]
    var fleet = VirtualFleet(VirtualFleet.named(4))
    var rollout = try Self.rollout(fleet, "group:all", change)
    _ = try Self.run(&rollout, &fleet) { _, fleet in
      for id in VirtualFleet.named(4) where fleet.survey.documents[.desired(id: id)]?.rollout != nil
      {
        fleet.change(id, fault)
      }
    }
    #expect(rollout.job.state == (cause == nil ? .done : .rolledBack))
    #expect(
      cause.map { rollout.job.cause?.contains($0) == true } ?? (rollout.job.cause == nil),
      "\(rollout.job)")
  }

  @Test("A screen that vanishes after the change counts as timed out")
  func vanished() throws {
    var fleet = VirtualFleet(VirtualFleet.named(30))
    var rollout = try Self.rollout(fleet)
    let run = try Self.run(&rollout, &fleet) { _, fleet in
      for id in VirtualFleet.named(30)
      where fleet.survey.documents[.desired(id: id)]?.rollout != nil {
        fleet.disconnect(id)
      }
    }
    #expect(rollout.job.state == .rolledBack && run.most == 2)
  }

  @Test(
    "With --keep, a stopped rollout leaves the changed screens; it can be continued or cancelled")
  func keeping() throws {
    var fleet = VirtualFleet(VirtualFleet.named(40), failing: SimulatedFailures(share: 30, seed: 1))
    var rollout = try Self.rollout(fleet, rollsBack: false)
    _ = try Self.run(&rollout, &fleet)
    #expect(rollout.job.state == .stopped && rollout.results.changed > 0)
    #expect(throws: FleetError.self) { try Self.rollout(fleet) }
    var cancelled = fleet
    var other = try Rollout(on: fleet.survey, tool: "u", cancels: true) { $0 }
    _ = try Self.run(&other, &cancelled)
    #expect(other.job.state == .rolledBack && cancelled.values(of: .list) == [nil])
    rollout = try Rollout(on: fleet.survey, tool: "v", cancels: false) { plan in
      var plan = plan
      plan.mostFailed = 100
      return plan
    }
    _ = try Self.run(&rollout, &fleet)
    #expect(rollout.job.state == .done)
    #expect(throws: FleetError.self) {
      try Rollout(on: fleet.survey, tool: "w", cancels: true) { $0 }
    }
  }

  @Test(
    "No rollout begins if no screen could show a failure, or if screens would refuse its document")
  func impossible() throws {
    var fleet = VirtualFleet(["a"])
    #expect(throws: FleetError.self) { try Self.rollout(fleet, "group:none") }
    let long =
      "list="
      + (0..<200).map { "/films/\($0)-" + String(repeating: "x", count: 90) }.joined(separator: ",")
    #expect(throws: FleetError.self) { try Self.rollout(fleet, "group:all", long) }
    fleet.disconnect("a")
    #expect(throws: FleetError.self) { try Self.rollout(fleet) }
  }

  @Test("A job's message is read as it was written, and anything else is refused")
  func message() throws {
    var job = RolloutJob(
      id: "1f", tool: "2e", try FleetTarget("group=a,not behind or state!=dark"),
      try FleetEdit(words: ["volume=0.5", "list=", "muted=null"]), Self.quick, count: 7,
      rollsBack: true)
    (job.state, job.cause) = (.rollingBack, "2 of 3 screens failed")
    #expect(RolloutJob(job.bytes) == job)
    let text = String(decoding: job.bytes, as: UTF8.self)
    for (old, new) in [
      ("rolling-back", "x"), ("\"volume\"", "\"colour\""), ("0.5", "\"loud\""),
      ("\"first\":2", "\"first\":0"),
      ("\"screens\":7", "\"screens\":1e9"), ("1f", "a/b"),
    ] {
      #expect(text.contains(old))
      #expect(RolloutJob(Array(text.replacing(old, with: new).utf8)) == nil, "\(old)")
    }
    var survey = FleetSurvey()
    survey.receive(FleetTopic.rollout.text, Array("{}".utf8), at: 0)
    #expect(throws: FleetError.self) { try Rollout(on: survey, tool: "t", cancels: false) { $0 } }
  }
}

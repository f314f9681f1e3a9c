import Testing
import VitrineFakes
import VitrineTiming

@testable import VitrineFleet

/// Screens on a broker in memory, which delivers everything at once and retains presences.
private struct Broker {
  var scenes: [Scene]
  private var retained: [String: [UInt8]] = [:]
  private var waiting: [(sender: Int, [FleetAgent.Output])] = []
  private(set) var events: [Int: [FleetEvent]] = [:]

  init(_ scenes: [Scene]) { self.scenes = scenes }

  mutating func connect(_ index: Int) {
    let outputs = scenes[index].connect()
    deliver(outputs, from: index)
    if let bytes = retained["vitrine/1/a/presence"] {
      let more = scenes[index].receive(
        .message(topic: "vitrine/1/a/presence", bytes, isRetained: true))
      deliver(more, from: index)
    }
  }

  /// The connection ends without a goodbye.
  mutating func lose(_ index: Int) {
    _ = scenes[index].receive(.disconnected)
    let will = scenes[index].agent.will
    publish(will.topic, will.bytes, from: index)
  }

  mutating func wait(_ seconds: Int) {
    for _ in 0..<seconds {
      for index in scenes.indices { deliver(scenes[index].wait(.seconds(1)), from: index) }
    }
  }

  private mutating func deliver(_ outputs: [FleetAgent.Output], from sender: Int) {
    events[sender, default: []] += outputs.events
    for case .publish(let topic, let bytes, true) in outputs { publish(topic, bytes, from: sender) }
  }

  private mutating func publish(_ topic: String, _ bytes: [UInt8], from sender: Int) {
    retained[topic] = bytes
    for index in scenes.indices {
      let outputs = scenes[index].receive(.message(topic: topic, bytes, isRetained: false))
      deliver(outputs, from: index)
    }
  }

  var presence: Presence? { retained["vitrine/1/a/presence"].flatMap { Presence($0) } }
}

@Suite("Two screens with one identity")
struct TwinTests {
  @Test("Both find each other within a minute, and the problem ends when one leaves")
  func twins() {
    var broker = Broker([Scene(boot: "one"), Scene(boot: "two")])
    broker.connect(0)
    broker.wait(100)
    #expect(broker.scenes[0].agent.report.problems.isEmpty)
    broker.connect(1)
    broker.wait(60)
    for index in 0...1 {
      #expect(broker.events[index] == [.duplicate])
      #expect(
        broker.scenes[index].agent.report.problems
          == ["another screen has the same identity (fleet.id)"])
    }
    // They keep finding each other.
    broker.wait(1200)
    #expect(broker.events[0] == [.duplicate])
    broker.lose(1)
    broker.scenes.removeLast()
    broker.wait(1200)
    #expect(broker.events[0] == [.duplicate, .isUnique])
    #expect(broker.scenes[0].agent.report.problems.isEmpty)
  }

  @Test("A restart, a lost connection and a late will are not mistaken for a twin")
  func restarts() {
    var broker = Broker([Scene(boot: "one"), Scene(boot: "two")])
    broker.connect(0)
    // The machine restarts before the broker notices the end of its first connection.
    broker.connect(1)
    broker.lose(0)
    broker.scenes.removeFirst()
    broker.wait(600)
    #expect(broker.events[0] == [] && broker.events[1, default: []] == [])
    #expect(broker.scenes[0].agent.report.problems.isEmpty)
    #expect(broker.presence == Presence(boot: "two", isOnline: true))
  }

  @Test("A liar that repeats presences is limited")
  func liar() {
    var scene = Scene()
    _ = scene.connect()
    var published = 0
    for index in 0..<1000 {
      let text = #"{"boot":"x\#(index)","state":"online"}"#
      published +=
        scene.message(.presence(id: "a"), text, isRetained: false)
        .published(.presence(id: "a")).count
    }
    #expect(published <= 3)
    #expect(scene.agent.report.problems.isEmpty)
  }
}

@Suite("When a screen connects again")
struct ReconnectTests {
  /// The times at which screens that lost their broker try again, in seconds.
  private func attempts(_ count: Int, outage: Double) -> [Double] {
    var dice = SeededRandom(seed: 3)
    let start = HostTime(nanoseconds: 0)
    let end = start + .milliseconds(Int64(outage * 1000))
    return (0..<count).map { _ in
      var policy = ReconnectPolicy(from: start, fraction: 0)
      policy.succeed()
      policy.fail(.lost, at: start, fraction: .random(in: 0...1, using: &dice))
      while let next = policy.next, next < end {
        policy.fail(.lost, at: next, fraction: .random(in: 0...1, using: &dice))
      }
      return ((policy.next ?? start) - start).seconds
    }
  }

  @Test("10,000 screens come back evenly within eight seconds", arguments: [0, 1, 20, 300, 800])
  func spread(outage: Double) {
    let times = attempts(10_000, outage: outage).map { $0 - outage }
    #expect(times.allSatisfy { $0 >= 0 && $0 <= 8 })
    let perSecond = Dictionary(grouping: times) { Int($0) }.mapValues(\.count)
    #expect(perSecond.values.allSatisfy { $0 < 1500 }, "\(perSecond)")
  }

  @Test("After a long outage, attempts are rarer, and still spread")
  func long() {
    let times = attempts(10_000, outage: 7200).map { $0 - 7200 }
    #expect(times.allSatisfy { $0 >= 0 && $0 <= 60 })
    let perSecond = Dictionary(grouping: times) { Int($0) }.mapValues(\.count)
    #expect(perSecond.values.allSatisfy { $0 < 400 }, "\(perSecond)")
  }

  @Test("After a rejection, a screen waits for 30 to 60 seconds")
  func rejected() {
    let start = HostTime(nanoseconds: 0)
    var policy = ReconnectPolicy(from: start, fraction: 0)
    for fraction in [0, 0.5, 1] {
      policy.fail(.rejected, at: start, fraction: fraction)
      #expect(policy.next == start + .milliseconds(Int64(30_000 * (1 + fraction))))
    }
  }

  @Test("A bucket allows a burst, then one in each interval")
  func bucket() {
    var bucket = TokenBucket(burst: 3, interval: .seconds(2))
    var now = HostTime(nanoseconds: 5)
    #expect((0..<5).count { _ in bucket.take(at: now) } == 3)
    #expect(bucket.next(after: now) == now + .seconds(2))
    now = now + .seconds(3)
    #expect((0..<5).count { _ in bucket.take(at: now) } == 1)
    now = now + .seconds(1)
    #expect((0..<5).count { _ in bucket.take(at: now) } == 1)
    now = now + .seconds(1000)
    #expect((0..<5).count { _ in bucket.take(at: now) } == 3)
  }
}

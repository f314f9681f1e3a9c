import Foundation
import Testing
import VitrineAddresses
import VitrineControl
import VitrineFakes
import VitrinePlayback
import VitrineTiming

@testable import VitrineFleet

@Suite(
  "An operator's tool on a mosquitto", .serialized,
  .enabled(if: Mosquitto.isThere, "mosquitto, its clients or openssl are not installed"))
struct FleetClientTests {
  private func client(_ broker: Mosquitto) throws -> FleetClient {
    try FleetClient(try broker.address, BrokerCredentials())
  }

  @Test("It knows every retained document before it writes, without a time for that")
  func complete() throws {
    let broker = try Mosquitto()
    let writer = try client(broker)
    for start in stride(from: 0, to: 3000, by: 500) {
      try writer.write(
        (start..<start + 500).map {
          FleetWrite(
            .desired(id: "screen-\($0)"),
            DesiredDocument(
              revision: 1, values: [.message: .text(String(repeating: "x", count: 400))]))
        })
    }
    writer.close()
    let reader = try client(broker)
    defer { reader.close() }
    try reader.read(within: .zero)
    #expect(reader.survey.documents.count == 3000)
    // Also if the first burst was too long for the broker's queue.
    let other = try client(broker)
    defer { other.close() }
    try other.read((0..<3000).map { .desired(id: "screen-\($0)") })
    #expect(other.survey.documents.count == 3000)
  }

  @Test("It fails with a cure if the broker does not send everything")
  func incomplete() throws {
    let folder = try TestFolder("fleet-acl")
    let list = try folder.write("topic readwrite vitrine/1/+/desired\n", to: "acl")
    let broker = try Mosquitto("acl_file \(list)")
    let reader = try client(broker)
    defer { reader.close() }
    let error = #expect(throws: FleetError.self) {
      try reader.read(within: .zero, longest: .milliseconds(200))
    }
    #expect(error?.description.contains("max_queued_messages 0") == true)
  }

  @Test(
    "A rollout over a broker ends with the change at every screen, also if another tool resumes it")
  func rollout() throws {
    let broker = try Mosquitto()
    let log = try FleetLog()
    let services = try (0..<3).map { number in
      var plan = FleetPlan(
        FleetAgent.Identity(id: "screen-\(number)", boot: "b\(number)", version: "1"),
        try broker.address)
      plan.startSpread = 0
      let player = FakeControlled()
      player.publish { ($0.isShown, $0.volume) = (true, 0.5) }
      return try FleetService(plan, ControlledFleetPlayer(player)) { log.append($0) }
    }
    defer { for service in services { service.close() } }
    let first = try client(broker)
    try first.read(within: .zero)
    #expect(
      try first.wait(for: .seconds(60)) { survey in
        survey.screens.values.count { $0.report != nil && $0.presence?.isOnline == true } == 3
      })
    var settings = RolloutPlan()
    (settings.first, settings.settling, settings.rate) = (1, 0, 6000)
    // The player's volume is this one already.
    let edit = try FleetEdit(words: ["volume=0.5"])
    let start = try Rollout(
      of: edit, to: FleetTarget("group:all"), settings, rollsBack: true, on: first.survey, id: "1f",
      tool: "a")
    // The first tool has stored the job, and no more.
    try first.save(start.job)
    let second = try client(broker)
    defer { second.close() }
    try second.read(within: .zero)
    var rollout = try Rollout(on: second.survey, tool: "b", cancels: false) { $0 }
    try second.run(&rollout) { _ in }
    #expect(rollout.job.state == .done && rollout.waves == 3)
    #expect(second.survey.documents[.groupDesired("all")]?.values == [.volume: .number(0.5)])
    #expect(
      (0..<3).allSatisfy { second.survey.documents[.desired(id: "screen-\($0)")]?.values == [:] })
    // The first tool notices that it is not alone.
    #expect(try first.wait(for: .seconds(60)) { $0.rollout?.tool == "b" })
    let error = #expect(throws: FleetError.self) { try first.confirm(start) }
    #expect(error?.isFinal == true)
    // After a reconnection, it does not start over.
    let third = try client(broker)
    defer { third.close() }
    try third.read(within: .zero)
    var old = start
    #expect(throws: FleetError.self) { try third.run(&old, isContinued: true) { _ in } }
    #expect(third.survey.rollout?.tool == "b")
    first.close()
  }
}

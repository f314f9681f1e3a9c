import Testing
import VitrineBus
import VitrineFakes
import VitrineLinux

/// Avahi as programs see it, on the test's thread.
private final class FakeAvahi {
  let connection: BusConnection
  private(set) var added: [[BusValue]] = []
  private(set) var commits = 0
  private(set) var resets = 0
  private(set) var isOwned = false
  /// The names of other services.
  var taken: Set<String> = []

  private static let name = "org.freedesktop.Avahi"

  init(_ bus: PrivateBus) throws {
    connection = try BusConnection(to: bus.address)
    try connection.serve("/") { call, pending in
      switch call.member {
      case "GetState": pending.reply(.success([.int32(2)]))
      case "EntryGroupNew": pending.reply(.success([.objectPath("/group")]))
      default: pending.reply(.failure(BusRefusal(BusRefusal.failed, call.member)))
      }
    }
    try connection.serve("/group") { [weak self] call, pending in self?.serve(call, pending) }
    try connection.call(
      BusCall(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
        [.string(Self.name), .uint32(0)])
    ) { [weak self] _ in self?.isOwned = true }
  }

  private func serve(_ call: BusCall, _ pending: BusPendingCall) {
    switch call.member {
    case "AddService":
      if let name = call.arguments[3].text, taken.contains(name) {
        return pending.reply(
          .failure(BusRefusal("org.freedesktop.Avahi.CollisionError", "Local name collision")))
      }
      added.append(call.arguments)
    case "Commit": commits += 1
    default: resets += 1
    }
    pending.reply(.success([]))
  }

  /// Sets the group's state, as Avahi's number.
  func emitState(_ state: Int32) throws {
    try connection.emit(
      BusSignal(
        "/group", "org.freedesktop.Avahi.EntryGroup", "StateChanged",
        [.int32(state), .string("")]))
  }
}

@Suite(
  "A service on the bus", .serialized, .timeLimit(.minutes(1)),
  .enabled(if: PrivateBus.isThere, "dbus-daemon is not installed"))
struct AvahiPublisherTests {
  private static let service = AvahiService(
    "Lobby", type: "_vitrine._tcp", port: 8080, records: ["version": "1", "path": "/"])

  private let events = Waitable<[AvahiEvent]>([])

  private func publish(on bus: PrivateBus) throws -> AvahiPublisher {
    try AvahiPublisher(Self.service, address: bus.address) { [events] event in
      events.update { $0.append(event) }
    }
  }

  private func wait(for last: AvahiEvent) {
    _ = events.wait { $0.last == last ? true : nil }
  }

  @Test("A service is advertised with all its records, under a numbered name on a conflict")
  func known() throws {
    let bus = try PrivateBus()
    let avahi = try FakeAvahi(bus)
    avahi.taken = ["Lobby"]
    try process([avahi.connection]) { avahi.isOwned }
    let publisher = try publish(on: bus)
    defer { publisher.close() }
    try process([avahi.connection]) { avahi.commits == 1 }
    #expect(
      avahi.added == [
        [
          .int32(-1), .int32(-1), .uint32(0), .string("Lobby #2"), .string("_vitrine._tcp"),
          .string(""), .string(""), .uint16(8080),
          .array(of: "ay", [.bytes("path=/"), .bytes("version=1")]),
        ]
      ])
    try avahi.emitState(2)
    wait(for: .published(name: "Lobby #2", type: "_vitrine._tcp"))
    // Another machine has that name.
    try avahi.emitState(3)
    try process([avahi.connection]) { avahi.commits == 2 }
    #expect(avahi.resets == 1)
    #expect(avahi.added.last?[3] == .string("Lobby #3"))
  }

  @Test("A service waits for Avahi and is advertised again after Avahi restarts")
  func restart() throws {
    let bus = try PrivateBus()
    let publisher = try publish(on: bus)
    defer { publisher.close() }
    wait(for: .absent)
    // The second may own the name before the bus notices that the first has left.
    for _ in 0..<2 {
      let avahi = try FakeAvahi(bus)
      try process([avahi.connection]) { avahi.commits == 1 }
      try avahi.emitState(2)
      wait(for: .published(name: "Lobby", type: "_vitrine._tcp"))
    }
    wait(for: .absent)
    #expect(events.value.allSatisfy { !$0.isWarning })
  }
}

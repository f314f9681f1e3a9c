import Testing
import VitrineFakes

@testable import VitrineBus

@Suite("Connections to a bus", .enabled(if: PrivateBus.isThere, "dbus-daemon is not installed"))
struct ConnectionTests {
  private static let values: [BusValue] = [
    .string("Grüße"), .string(""), .objectPath("/a/b"), .bool(true), .bool(false), .byte(200),
    .uint16(.max), .int32(.min), .uint32(.max), .int64(.min), .uint64(.max), .double(-0.5),
    .double(.infinity), .strings([]), .strings(["a", "b"]),
    .array(of: "ay", [.bytes("xy"), .bytes("")]),
    .array(of: "au", []), .properties([:]),
    .properties(["a": .int32(1), "b": .properties(["c": .strings(["d"])]), "e": .bytes("f")]),
    .structure([.int32(1), .structure([.string("x")]), .strings([])]),
    .variant(.variant(.bool(true))),
    .variant(.structure([.double(2), .properties(["z": .objectPath("/")])])),
  ]

  /// Two programs on a bus: `body` handles calls to `/`, and the other program calls it.
  private func ask(
    _ call: (_ server: String) -> BusCall,
    _ body: @escaping (BusCall, BusPendingCall) -> Void
  ) throws -> BusReply {
    let bus = try PrivateBus()
    let (server, client) = (
      try BusConnection(to: bus.address), try BusConnection(to: bus.address)
    )
    try server.serve("/", body)
    var isOwned = false
    try server.call(
      BusCall(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
        [.string("a.b"), .uint32(0)])
    ) { _ in isOwned = true }
    try process([server]) { isOwned }
    var answer: BusReply?
    try client.call(call("a.b")) { answer = $0 }
    try process([server, client]) { answer != nil }
    return try #require(answer)
  }

  @Test("Values of every kind survive a round trip")
  func echo() throws {
    let answer = try ask {
      BusCall($0, "/", "a.b", "Echo", Self.values)
    } _: { call, pending in
      pending.reply(.success(call.arguments))
    }
    guard case .success(let values) = answer else {
      Issue.record("\(answer)")
      return
    }
    #expect(values.count == Self.values.count)
    for (value, expected) in zip(values, Self.values) { #expect(value == expected) }
  }

  @Test("An error reply is returned, and only the first reply to a call counts")
  func refusal() throws {
    let refusal = BusRefusal("a.b.Error", "100 % no: %s")
    let answer = try ask {
      BusCall($0, "/", nil, "Any")
    } _: { call, pending in
      #expect(call.interface == nil)
      pending.reply(.failure(refusal))
      pending.reply(.success([]))
    }
    #expect(answer == .failure(refusal))
  }

  @Test("Oversized messages are refused without being read")
  func large() throws {
    let call: (String) -> BusCall = {
      BusCall($0, "/", "a.b", "Any", [.string(String(repeating: "x", count: 1 << 17))])
    }
    let answer = try ask(call) { _, _ in Issue.record("the message was accepted") }
    #expect(answer == .failure(.tooLarge))
  }

  @Test("Text that would take seconds to compare is refused, and ordinary text is accepted")
  func marks() throws {
    func ask(_ marks: Int) throws -> BusReply? {
      let text = "a" + String(repeating: "\u{301}\u{323}", count: marks / 2)
      let call: (String) -> BusCall = { BusCall($0, "/", "a.b", "Any", [.string(text)]) }
      return try self.ask(call) { _, pending in pending.reply(.success([])) }
    }
    #expect(try ask(30) == .success([]))
    guard case .failure(let refusal)? = try ask(16_000) else {
      Issue.record("the message was accepted")
      return
    }
    #expect(refusal.name == BusRefusal.invalidArguments)
  }

  @Test("An unowned name is reported")
  func absence() throws {
    let bus = try PrivateBus()
    let client = try BusConnection(to: bus.address)
    var answer: BusReply?
    try client.call(BusCall("no.body", "/", "a.b", "Any")) { answer = $0 }
    try process([client]) { answer != nil }
    guard case .failure(let refusal) = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    #expect(BusRefusal.notThere.contains(refusal.name))
  }

  @Test("Subscribed signals are received")
  func signals() throws {
    let bus = try PrivateBus()
    let (one, other) = (try BusConnection(to: bus.address), try BusConnection(to: bus.address))
    var heard: [BusSignal] = []
    try other.observe("type='signal',interface='a.b',member='Rang'") { heard.append($0) }
    try other.observe("type='signal',path='/bell'") { heard.append($0) }
    // Both are on the bus once this call returns.
    var isThere = false
    try other.call(
      BusCall("org.freedesktop.DBus", "/", "org.freedesktop.DBus.Peer", "Ping")
    ) { _ in isThere = true }
    try process([other]) { isThere }
    let signal = BusSignal("/bell", "a.b", "Rang", [.int64(3)])
    try one.emit(BusSignal("/", "a.b", "Silent"))
    try one.emit(signal)
    try process([one, other]) { heard.count == 2 }
    #expect(heard == [signal, signal])
  }

  @Test("Connections end with the bus")
  func end() throws {
    let bus = try PrivateBus()
    let client = try BusConnection(to: bus.address)
    var answer: BusReply?
    try client.call(BusCall("no.body", "/", "a.b", "Any")) { answer = $0 }
    try process([client]) { answer != nil }
    bus.stop()
    #expect(throws: BusError.self) { try process([client]) { false } }
  }

  @Test("Connecting fails if nothing listens, or if the address is a list or invalid")
  func unreachable() {
    #expect(throws: BusError.self) { try BusConnection(to: "unix:path=/no/bus") }
    #expect(throws: BusError.self) { try BusConnection(to: "unix:path=/a;unix:path=/b") }
    #expect(throws: BusError.self) { try BusConnection(to: "nonsense") }
  }
}

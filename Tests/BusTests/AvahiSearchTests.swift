import Testing
import VitrineFakes
import VitrineLinux
import VitrineTiming

@testable import VitrineBus

struct AvahiSearchTests {
  private static func announced(
    _ name: String, interface: Int32 = 2, flags: UInt32 = 0
  ) -> [BusValue] {
    [
      .int32(interface), .int32(0), .string(name), .string("_vitrine._tcp"), .string("local"),
      .uint32(flags),
    ]
  }

  private static func resolved(
    _ name: String, host: String = "lobby.local", port: BusValue = .uint16(8080),
    _ records: [BusValue] = [.bytes("scheme=http")]
  ) -> [BusValue] {
    [
      .int32(2), .int32(0), .string(name), .string("_vitrine._tcp"), .string("local"),
      .string(host), .int32(0), .string("10.0.0.7"), port, .array(of: "ay", records), .uint32(0),
    ]
  }

  private static func request(_ name: String) -> AvahiSearch.Action {
    .resolve(Array(announced(name)[..<5]) + [.int32(-1), .uint32(0)])
  }

  private static let lobby = FoundService(
    "Lobby", host: "lobby.local", port: 8080, records: ["scheme": "http"])

  /// An event and the resulting requests.
  private typealias Step = (AvahiSearch.Event, [AvahiSearch.Action])

  private static let stories: [(String, [Step])] = [
    ("there is none", [(.signal("AllForNow", []), [.end(.success([]))])]),
    (
      "one is announced on two interfaces",
      [
        (.signal("ItemNew", announced("Lobby")), [request("Lobby")]),
        (.signal("ItemNew", announced("Lobby", interface: 3)), []),
        (.signal("CacheExhausted", []), []), (.signal("AllForNow", []), []),
        (.resolved(resolved("Lobby")), [.end(.success([lobby]))]),
      ]
    ),
    (
      "one has gone",
      [
        (.signal("ItemNew", announced("Lobby")), [request("Lobby")]), (.resolved(nil), []),
        (.signal("AllForNow", []), [.end(.success([]))]),
      ]
    ),
    (
      "it is this machine",
      [
        (.signal("ItemNew", announced("Lobby", flags: 8 | 16)), []),
        (.signal("AllForNow", []), [.end(.success([]))]),
      ]
    ),
    (
      "Avahi is absent",
      [
        (
          .refused(BusRefusal("org.freedesktop.DBus.Error.ServiceUnknown", "")),
          [.end(.failure(.absent))]
        )
      ]
    ),
    (
      "Avahi fails",
      [(.signal("Failure", [.string("too many")]), [.end(.failure(.failed("too many")))])]
    ),
    ("signals are malformed", [(.signal("ItemNew", [.int32(1)]), []), (.signal("x", []), [])]),
  ]

  @Test("A search handles each event", arguments: stories.indices)
  func story(index: Int) {
    var search = AvahiSearch()
    for (event, actions) in Self.stories[index].1 {
      #expect(search.handle(event) == actions, "\(Self.stories[index].0): \(event)")
    }
  }

  @Test("A flood of names is cut")
  func flood() {
    var search = AvahiSearch()
    let asked = (0..<1000).flatMap { search.handle(.signal("ItemNew", Self.announced("\($0)"))) }
    #expect(asked.count == 64)
  }

  @Test(
    "Malformed results are ignored",
    arguments: [
      [], resolved("a", host: ""), resolved("a", port: .uint16(0)), resolved("a", port: .int32(-1)),
      resolved("a", port: .uint32(70_000)), Array(resolved("a")[..<9]),
    ])
  func malformed(values: [BusValue]) {
    #expect(FoundService(resolved: values) == nil)
  }

  @Test("Records are bytes of any kind; the first of a name counts")
  func records() {
    let odd: [BusValue] = [
      .bytes("A=1"), .bytes("a=2"), .bytes("flag"), .bytes("=x"), .array(of: "y", [.byte(0xFF)]),
      .string("b=3"), .bytes("c="),
    ]
    #expect(FoundService(resolved: Self.resolved("x", odd))?.records == ["a": "1", "c": ""])
  }
}

/// Avahi as programs see it, on the test's thread.
private final class FakeAvahi {
  let connection: BusConnection
  private(set) var isOwned = false
  private(set) var resolutions = 0

  init(_ bus: PrivateBus, announcing services: [(String, [BusValue])]) throws {
    connection = try BusConnection(to: bus.address)
    try connection.serve("/") { [weak self] call, pending in
      switch call.member {
      case "ServiceBrowserNew":
        pending.reply(.success([.objectPath("/browser")]))
        for (name, _) in services { self?.emit("ItemNew", AvahiBrowserTests.announced(name)) }
        self?.emit("AllForNow", [])
      case "ResolveService":
        self?.resolutions += 1
        let name = call.arguments.count == 7 ? call.arguments[2].text : nil
        let found = services.first { $0.0 == name }?.1
        pending.reply(found.map { .success($0) } ?? .failure(BusRefusal(BusRefusal.failed, "gone")))
      default: pending.reply(.failure(BusRefusal(BusRefusal.failed, call.member)))
      }
    }
    try connection.call(
      BusCall(
        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
        [.string("org.freedesktop.Avahi"), .uint32(0)])
    ) { [weak self] _ in self?.isOwned = true }
  }

  private func emit(_ member: String, _ arguments: [BusValue]) {
    try? connection.emit(
      BusSignal("/browser", "org.freedesktop.Avahi.ServiceBrowser", member, arguments))
  }
}

@Suite(
  "Services on the bus", .serialized, .timeLimit(.minutes(1)),
  .enabled(if: PrivateBus.isThere, "dbus-daemon is not installed"))
struct AvahiBrowserTests {
  fileprivate static func announced(_ name: String) -> [BusValue] {
    [
      .int32(2), .int32(0), .string(name), .string("_vitrine._tcp"), .string("local"), .uint32(0),
    ]
  }

  private static func resolved(_ name: String) -> [BusValue] {
    announced(name).dropLast() + [
      .string("lobby.local"), .int32(0), .string("10.0.0.7"), .uint16(8080),
      .array(of: "ay", [.bytes("scheme=https")]), .uint32(0),
    ]
  }

  @Test("The services are found with their hosts, ports and records; one that has gone is not")
  func found() throws {
    let bus = try PrivateBus()
    let avahi = try FakeAvahi(
      bus, announcing: [("Lobby", Self.resolved("Lobby")), ("Gone", [.string("malformed")])])
    try process([avahi.connection]) { avahi.isOwned }
    let result = Shared<Result<[FoundService], AvahiSearchError>?>(nil)
    let address = bus.address
    let thread = try NamedThread("search") {
      let found = Result { () throws(AvahiSearchError) in
        try AvahiBrowser.services("_vitrine._tcp", address: address, until: .now() + .seconds(20))
      }
      result.update { $0 = found }
    }
    try process([avahi.connection]) { avahi.resolutions == 2 }
    thread.join()
    #expect(
      result.value
        == .success([
          FoundService("Lobby", host: "lobby.local", port: 8080, records: ["scheme": "https"])
        ]))
  }

  @Test("Without Avahi, or without a bus, the search ends at once with the reason")
  func absent() throws {
    let bus = try PrivateBus()
    func search(_ address: String) throws {
      _ = try AvahiBrowser.services(
        "_vitrine._tcp", address: address, until: .now() + .seconds(20))
    }
    #expect(throws: AvahiSearchError.absent) { try search(bus.address) }
    let error = #expect(throws: AvahiSearchError.self) { try search("unix:path=/nowhere/bus") }
    #expect(error.map { "\($0)".contains("/nowhere/bus") } == true)
  }
}

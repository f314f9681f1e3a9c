import Testing

@testable import VitrineBus

@Suite("An advertised service")
struct AvahiTests {
  private static let service = AvahiService("Lobby", type: "_vitrine._tcp", port: 8080)
  private static let published = AvahiRegistration.Action.report(
    .published(name: "Lobby", type: "_vitrine._tcp"))

  /// An event and the resulting requests.
  private typealias Step = (AvahiRegistration.Event, [AvahiRegistration.Action])

  private static let beginning: [Step] = [
    (.appeared, [.askState]), (.server(isRunning: true), [.makeGroup]),
    (.groupMade(path: "/g"), [.add(path: "/g", name: "Lobby")]), (.added, [.commit(path: "/g")]),
    (.committed, []), (.group(.registering, path: "/g"), []),
    (.group(.established, path: "/g"), [published]),
  ]

  private static let collision = BusRefusal("org.freedesktop.Avahi.CollisionError", "")
  private static let absent = BusRefusal("org.freedesktop.DBus.Error.ServiceUnknown", "")
  private static let forbidden = BusRefusal("org.freedesktop.Avahi.NotPermittedError", "no")

  private static let stories: [(String, [Step])] = [
    ("nothing happens", []),
    (
      "Avahi restarts",
      [(.gone, [.report(.absent)])] + beginning
    ),
    (
      "the host name changes",
      [
        (.server(isRunning: false), [.reset(path: "/g")]),
        (.server(isRunning: false), []),
        (.server(isRunning: true), [.add(path: "/g", name: "Lobby")]),
        (.added, [.commit(path: "/g")]),
        (.group(.established, path: "/g"), []),
      ]
    ),
    (
      "another machine has claimed the name",
      [
        (.group(.collision, path: "/g"), [.reset(path: "/g"), .add(path: "/g", name: "Lobby #2")]),
        (.added, [.commit(path: "/g")]),
        (
          .group(.established, path: "/g"),
          [.report(.published(name: "Lobby #2", type: "_vitrine._tcp"))]
        ),
      ]
    ),
    ("events of other groups are ignored", [(.group(.collision, path: "/h"), [])]),
  ]

  @Test("A published service handles each event of Avahi", arguments: stories.indices)
  func story(index: Int) {
    var registration = AvahiRegistration(Self.service)
    for (event, actions) in Self.beginning + Self.stories[index].1 {
      #expect(registration.handle(event) == actions, "\(Self.stories[index].0): \(event)")
    }
  }

  @Test("A service waits while Avahi does not run, which is reported once")
  func absence() {
    var registration = AvahiRegistration(Self.service)
    #expect(registration.handle(.appeared) == [.askState])
    #expect(registration.handle(.refused(Self.absent)) == [.report(.absent)])
    #expect(registration.handle(.gone) == [])
    #expect(registration.handle(.appeared) == [.askState])
    #expect(registration.handle(.server(isRunning: true)) == [.makeGroup])
  }

  @Test("A service waits until the server's own name is established")
  func registering() {
    var registration = AvahiRegistration(Self.service)
    _ = registration.handle(.appeared)
    #expect(registration.handle(.server(isRunning: false)) == [])
    #expect(registration.handle(.server(isRunning: true)) == [.makeGroup])
    #expect(registration.handle(.server(isRunning: false)) == [])
    #expect(registration.handle(.groupMade(path: "/g")) == [])
    #expect(
      registration.handle(.server(isRunning: true)) == [.add(path: "/g", name: "Lobby")])
  }

  @Test("A service changes its name on a local conflict, and gives up after many")
  func names() {
    var registration = AvahiRegistration(Self.service)
    for (event, _) in Self.beginning.prefix(3) { _ = registration.handle(event) }
    for number in 2..<34 {
      #expect(
        registration.handle(.refused(Self.collision)) == [
          .add(path: "/g", name: "Lobby #\(number)")
        ])
    }
    #expect(
      registration.handle(.refused(Self.collision))
        == [.report(.failed("too many services named Lobby"))])
  }

  @Test("A service that Avahi forbids is not advertised, and this is reported")
  func forbidden() {
    var registration = AvahiRegistration(Self.service)
    _ = registration.handle(.appeared)
    _ = registration.handle(.server(isRunning: true))
    #expect(
      registration.handle(.refused(Self.forbidden))
        == [.report(.failed("no (org.freedesktop.Avahi.NotPermittedError)"))])
  }

  private static let alternatives: [(String, String)] = [
    ("Lobby", "Lobby #2"), ("Lobby #2", "Lobby #3"), ("Lobby #9", "Lobby #10"),
    ("Lobby #1", "Lobby #1 #2"), ("Lobby#3", "Lobby#3 #2"), ("#3", "#3 #2"), ("", " #2"),
    ("Lobby #-4", "Lobby #-4 #2"),
    ("Lobby #99999999999999999999", "Lobby #99999999999999999999 #2"),
    (String(repeating: "é", count: 31), String(repeating: "é", count: 30) + " #2"),
  ]

  @Test("Names are numbered on conflicts", arguments: alternatives.indices)
  func alternative(index: Int) {
    #expect(AvahiService.alternative(to: Self.alternatives[index].0) == Self.alternatives[index].1)
  }

  @Test("Names and records stay within the limits of DNS")
  func limits() {
    let service = AvahiService(
      String(repeating: "é", count: 40), type: "_x._tcp", port: 1,
      records: ["a": String(repeating: "b", count: 254), "": "x", "k=v": "x", "path": "/"])
    #expect(service.name.utf8.count == 62)
    #expect(service.records == ["path": "/"])
    #expect(service.arguments(as: "n").signature == "iiussssqaay")
    #expect(service.arguments(as: "n").last == .array(of: "ay", [.bytes("path=/")]))
  }
}

import Glibc
import NIOCore
import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux

@testable import VitrineWeb

/// Refusals over real sockets, and the server's health afterwards.
@Suite(.timeLimit(.minutes(1)))
struct SecurityTests {
  /// Marks the request as remote.
  private let foreign = "X-Forwarded-For: 192.0.2.1"

  @Test("Remote clients need a token and have its role")
  func tokens() throws {
    let scene = try WebScene()
    func status(_ method: String, _ path: String, _ role: Role?) throws -> Int {
      let token = role.map { ["Authorization: Bearer \(scene.tokens[$0]!)"] } ?? []
      let body = path == "/api/v1/commands" ? #"{"command":["pause"]}"# : ""
      return try scene.ask(
        method, path, [foreign] + token, body: body, type: body.isEmpty ? nil : "application/json"
      ).status
    }
    let rows: [(String, String, [Int])] = [
      ("GET", "/api/v1/status", [401, 200, 200, 200]),
      ("GET", "/api/v1/events/", [404, 404, 404, 404]),
      ("GET", "/metrics", [401, 200, 200, 200]),
      ("POST", "/api/v1/commands", [401, 403, 200, 200]),
      ("GET", "/api/v1/files", [401, 403, 200, 200]),
      ("DELETE", "/api/v1/files/none.mp4", [401, 403, 403, 404]),
      ("GET", "/api/v1/log", [401, 403, 403, 200]),
      ("GET", "/healthz", [200, 200, 200, 200]),
      ("GET", "/", [200, 200, 200, 200]),
      ("GET", "/api/v1/openapi.json", [200, 200, 200, 200]),
    ]
    for (method, path, wanted) in rows {
      let seen = try [nil, Role.view, .control, .admin].map { try status(method, path, $0) }
      #expect(seen == wanted, "\(method) \(path)")
    }
    // A removed token no longer counts.
    var file = TokenFile(scene.folder.path(of: "tokens.json"))
    _ = try file.change { book in book.remove(name: "a view") }
    #expect(try status("GET", "/api/v1/status", .view) == 401)
  }

  @Test("Wrong tokens are logged and delay their address; right ones do not")
  func wrongTokens() throws {
    let scene = try WebScene()
    func status(_ token: String) throws -> WebClient.Reply {
      try scene.ask("GET", "/api/v1/status", ["Authorization: Bearer \(token)"])
    }
    let statuses = try (0..<8).map { try status(String(repeating: "a", count: 50 + $0)).status }
    #expect(statuses == [401, 401, 401, 401, 401, 429, 429, 429])
    #expect(Int(try status("x").fields["retry-after"] ?? "") ?? 0 > 0)
    #expect(try status(scene.tokens[.view]!).status == 200)
    #expect(!scene.events.value.contains { "\($0)".contains("aaaa") })
    #expect(
      try scene.ask(
        "GET", "/api/v1/status",
        Array(repeating: "Authorization: Bearer \(scene.tokens[.view]!)", count: 2)
      ).status == 401)
  }

  @Test("The right PIN yields a token, and a wrong one does not")
  func pairing() throws {
    let scene = try WebScene()
    let asked = try scene.ask("POST", "/api/v1/pairing", [foreign])
    #expect(asked.json?["digits"]?.integer == 6)
    let pin = try #require(scene.pins.value.last ?? nil)
    let wrong = pin == "123456" ? "123457" : "123456"
    func prove(_ pin: String) throws -> WebClient.Reply {
      try scene.post(
        "/api/v1/pairing/token", #"{"pin":"\#(pin)","name":"Anna's phone"}"#, [foreign])
    }
    #expect(try prove(wrong).status == 403)
    let reply = try prove(pin)
    let token = try #require(reply.json?["token"]?.text)
    #expect(scene.pins.value.last == .some(nil))
    #expect(
      try scene.ask("GET", "/api/v1/version", [foreign, "Authorization: Bearer \(token)"])
        .json?["role"]?.text == "control")
    #expect(try prove(pin).status == 409)
    #expect(!scene.events.value.contains { "\($0)".contains(token) || "\($0)".contains(pin) })
    // Five wrong ones, and requests from that address are not examined for a while.
    _ = try scene.ask("POST", "/api/v1/pairing", [foreign])
    let guesses = try (0..<6).map { _ in try prove("x").status }
    #expect(guesses == [403, 403, 403, 403, 403, 429])
    #expect(try scene.ask("POST", "/api/v1/pairing", [foreign]).status == 429)
  }

  @Test("A PIN stays the same while it shows, and its screenshot is restricted")
  func digits() throws {
    let scene = try WebScene()
    scene.player.change { $0.picture = Array("PNG".utf8) }
    func picture(_ role: Role) throws -> Int {
      try scene.ask(
        "GET", "/api/v1/screenshot", [foreign, "Authorization: Bearer \(scene.tokens[role]!)"]
      ).status
    }
    #expect(try picture(.view) == 200)
    for _ in 0..<20 {
      let asked = try scene.ask("POST", "/api/v1/pairing", [foreign])
      #expect(asked.status == 200 && (119...120).contains(asked.json?["expires"]?.integer ?? 0))
    }
    #expect(scene.pins.value.count == 1)
    #expect(try picture(.view) == 503 && picture(.control) == 200)
    let pin = try #require(scene.pins.value.last ?? nil)
    #expect(try scene.post("/api/v1/pairing/token", #"{"pin":"\#(pin)","name":"a"}"#).status == 200)
    #expect(try picture(.view) == 200)
  }

  @Test("If the screen cannot show a PIN, none is requested later")
  func noScreen() throws {
    let scene = try WebScene { $0.showPIN = { _ in false } }
    for _ in 0..<2 { #expect(try scene.ask("POST", "/api/v1/pairing", [foreign]).status == 409) }
  }

  @Test("An unreadable token file is neither overwritten nor treated as empty")
  func unreadable() throws {
    let scene = try WebScene()
    let path = scene.folder.path(of: "tokens.json")
    let bytes = try FileDescriptor(reading: path).bytes(most: 100_000)
    try FileDescriptor(making: path).write(Array("half of".utf8))
    let token = "Authorization: Bearer \(scene.tokens[.view]!)"
    #expect(try scene.ask("GET", "/api/v1/status", [foreign, token]).status == 503)
    var file = TokenFile(path)
    #expect(throws: TokenFile.Failure.self) {
      try file.change { book in book.remove(name: "a view") }
    }
    #expect(throws: TokenFile.Failure.self) {
      try file.change { book in book.remove(name: "a view") }
    }
    try FileDescriptor(making: path).write(bytes)
    #expect(try scene.ask("GET", "/api/v1/status", [foreign, token]).status == 200)
  }

  @Test("A token is required if this machine is not trusted, and behind any proxy")
  func untrusted() throws {
    let scene = try WebScene()
    for field in ["X-Forwarded-Proto: https", "Via: 1.1 a", "Forwarded: for=x", "x-real-ip: 1"] {
      #expect(try scene.ask("GET", "/api/v1/status", [field]).status == 401)
    }
    for (user, status) in [(0, 200), (geteuid(), 200), (geteuid() &+ 1, 401), (65534, 401)] {
      let shared = try WebScene(user: user)
      #expect(try shared.ask("GET", "/api/v1/status").status == status, "user \(user)")
      #expect(
        try shared.ask("GET", "/api/v1/status", ["Authorization: Bearer \(shared.tokens[.view]!)"])
          .status == 200)
    }
    let strict = try WebScene(trustsMachine: false)
    #expect(try strict.ask("GET", "/api/v1/status").status == 401)
    #expect(
      try strict.ask("GET", "/api/v1/status", ["Authorization: Bearer \(strict.tokens[.view]!)"])
        .status == 200)
  }

  @Test("A connection's user is looked up once, and only if a role is needed without a token")
  func lookups() throws {
    let lookups = Shared(0)
    let scene = try WebScene(user: 0, lookups: lookups)
    let client = try scene.client()
    func ask(_ path: String, _ fields: String = "") throws -> Int {
      client.send("GET \(path) HTTP/1.1\r\nHost: foyer\r\n\(fields)\r\n")
      return try client.reply().status
    }
    #expect(try ask("/healthz") == 200)
    #expect(try ask("/api/v1/status", "Authorization: Bearer \(scene.tokens[.view]!)\r\n") == 200)
    #expect(try ask("/api/v1/status", "Via: 1.1 a\r\n") == 401)
    #expect(lookups.value == 0)
    for _ in 0..<3 { #expect(try ask("/api/v1/status") == 200) }
    #expect(lookups.value == 1)
  }

  @Test("A client that sends requests and reads nothing has one response in memory")
  func greedy() throws {
    let scene = try WebScene()
    let client = try scene.client()
    let request = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: foyer\r\n\r\n"
    client.send(String(repeating: request, count: 900))
    // While nothing is read, the others are served, and then all responses arrive.
    #expect(try scene.ask("GET", "/healthz").status == 200)
    for _ in 0..<900 { #expect(try client.reply().status == 200) }
  }

  @Test(
    "Neighbouring addresses count as one",
    arguments: [
      ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true), ("fe80::1%eth0", "fe80::2", true),
      ("2001:db8:1:2::1", "2001:db8:1:3::1", false), ("192.0.2.1", "192.0.2.2", false),
      ("::ffff:192.0.2.1", "::ffff:192.0.2.2", false),
    ])
  func neighbours(one: String, other: String, isSame: Bool) {
    #expect((AddressKey.of(one) == AddressKey.of(other)) == isSame)
  }

  @Test("Foreign origins and host names are refused, even before errors")
  func pages() throws {
    let scene = try WebScene()
    let cross = "Sec-Fetch-Site: cross-site"
    #expect(try scene.post("/api/v1/commands", #"{"command":["pause"]}"#, [cross]).status == 403)
    #expect(
      try scene.post(
        "/api/v1/commands", #"{"command":["pause"]}"#, ["Origin: http://evil.example"]
      ).status == 403)
    #expect(scene.player.now.commands.isEmpty)
    for path in ["/", "/api/v1/status", "/nothing"] {
      let client = try scene.client()
      client.send("GET \(path) HTTP/1.1\r\nHost: evil.example\r\n\r\n")
      #expect(try client.reply().status == 421)
    }
  }

  @Test(
    "Malformed HTTP is refused, and the connection is closed",
    arguments: [
      "GET / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: foyer\r\nHost: foyer\r\n\r\n",
      "GET / HTTP/9.9\r\nHost: foyer\r\n\r\n",
      "GET / HTTP/1.1\nHost: foyer\n\n",
      "GET /\u{1} HTTP/1.1\r\nHost: foyer\r\n\r\n",
      "GET / HTTP/1.1\r\nHost : foyer\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: foyer\r\nnonsense\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: foyer\r\nX: a\u{0}b\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: foyer\r\nX: \(String(repeating: "a", count: 200_000))\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: foyer\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      "POST / HTTP/1.1\r\nHost: foyer\r\nContent-Length: +1\r\n\r\na",
      "POST / HTTP/1.1\r\nHost: foyer\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: foyer\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
      "POST / HTTP/1.0\r\nHost: foyer\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "POST /api/v1/commands HTTP/1.1\r\nHost: foyer\r\nContent-Type: application/json\r\n"
        + "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
      "nonsense\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}",
      "GET http://evil.example/ HTTP/1.1\r\nHost: foyer\r\n\r\n",
      "CONNECT evil.example:443 HTTP/1.1\r\nHost: foyer\r\n\r\n",
      "GET / HTTP/1.1\r\nHost: foyer\r\nExpect: tea\r\n\r\n",
    ])
  func unclear(_ text: String) throws {
    var limits = WebLimits()
    limits.timeouts.stall = .milliseconds(300)
    limits.timeouts.head = .milliseconds(300)
    limits.timeouts.linger = .milliseconds(50)
    let scene = try WebScene(limits)
    let client = try scene.client()
    client.send(text)
    if let reply = try? client.reply() { #expect((400...499).contains(reply.status)) }
    #expect(client.isCut)
    #expect(try scene.ask("GET", "/healthz").status == 200)
  }

  @Test(
    "A gigabyte body is refused unread, and a growing one once it is too large")
  func largeBodies() throws {
    let scene = try WebScene()
    let client = try scene.client()
    client.send(
      "POST /api/v1/commands HTTP/1.1\r\nHost: foyer\r\nContent-Type: application/json\r\n"
        + "Content-Length: 1073741824\r\n\r\n")
    #expect(try client.reply().status == 413)
    let growing = try scene.client()
    growing.send(
      "POST /api/v1/commands HTTP/1.1\r\nHost: foyer\r\nContent-Type: application/json\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n")
    let piece = "10000\r\n\(String(repeating: " ", count: 65536))\r\n"
    growing.send(piece)
    growing.send(piece)
    #expect(try growing.reply().status == 413)
  }

  @Test("Slow headers, slow bodies and silent connections time out")
  func slowness() throws {
    var limits = WebLimits()
    (limits.timeouts.head, limits.timeouts.stall, limits.timeouts.idle) = (
      .milliseconds(100), .milliseconds(100), .milliseconds(100)
    )
    let scene = try WebScene(limits)
    for beginning in [
      "", "GET / HT",
      "POST /api/v1/commands HTTP/1.1\r\nHost: foyer\r\nContent-Type: application/json\r\n"
        + "Content-Length: 10\r\n\r\n{",
      "PUT /api/v1/files/a.mp4 HTTP/1.1\r\nHost: foyer\r\nContent-Length: 10\r\n\r\nab",
    ] {
      let client = try scene.client()
      client.send(beginning)
      #expect(client.isCut)
    }
    scene.server.close()
    #expect(scene.folder.folder("files").names.isEmpty)
  }

  @Test("Connections beyond the limit are closed, and existing ones are served")
  func connections() throws {
    var limits = WebLimits()
    (limits.connections.total, limits.connections.perAddress) = (8, 8)
    let scene = try WebScene(limits)
    let first = try scene.client()
    first.send("GET /healthz HTTP/1.1\r\nHost: foyer\r\n\r\n")
    #expect(try first.reply().status == 200)
    let others = (0..<200).compactMap { _ in try? scene.client() }
    let served = others.count { client in
      client.send("GET /healthz HTTP/1.1\r\nHost: foyer\r\n\r\n")
      return (try? client.reply().status) == 200
    }
    #expect(served == 7)
    first.send("GET /healthz HTTP/1.1\r\nHost: foyer\r\n\r\n")
    #expect(try first.reply().status == 200)
  }

  @Test("Endless requests are throttled")
  func rates() throws {
    var limits = WebLimits()
    (limits.requests.burst, limits.requests.rate) = (10, 1)
    let scene = try WebScene(limits)
    let statuses = try (0..<14).map { _ in try scene.ask("GET", "/healthz").status }
    #expect(
      statuses.filter { $0 == 429 }.count >= 3 && statuses.prefix(10).allSatisfy { $0 == 200 })
  }
}

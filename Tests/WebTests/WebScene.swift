import Glibc
import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux
import VitrineTiming

@testable import VitrineWeb

/// A server with a fake player that records its requests.
final class WebScene {
  let player = FakeControlled()
  let server: WebServer
  let events = Shared<[WebEvent]>([])
  let pins = Shared<[String?]>([])
  /// Called when a PIN is removed from the screen.
  let hidden = Shared<@Sendable () -> Void>({})
  let folder: Folder
  let port: UInt16
  private(set) var tokens: [Role: String] = [:]

  init(
    _ limits: WebLimits = WebLimits(), trustsMachine: Bool = true, user: UInt32? = nil,
    pairing: PairingMode = .always, lookups: Shared<Int>? = nil,
    change: (inout Site) -> Void = { _ in }
  ) throws {
    folder = try Folder.temporary("web")
    try folder.folder("files").make()
    var file = TokenFile(folder.path(of: "tokens.json"))
    var randomness = SystemRandomNumberGenerator()
    for role in Role.allCases {
      tokens[role] = try file.change { store throws(TokenStore.Failure) in
        try store.add(name: "a \(role)", role: role, at: 0, randomness: &randomness)
      }
    }
    var site = Site("foyer", [Site.Output("main", player), Site.Output("DP-1", FakeControlled())])
    let (pins, hidden) = (pins, hidden)
    site.showPIN = { pin in
      pins.update { $0.append(pin) }
      if pin == nil { hidden.value() }
      return true
    }
    site.uploads = folder.path(of: "files")
    change(&site)
    var options = WebServer.Options(try #require(WebAddress("127.0.0.1:0")))
    (options.trustsMachine, options.pairing) = (trustsMachine, pairing)
    if let user {
      options.userOfClient = { _, _ in
        lookups?.update { $0 += 1 }
        return user
      }
    }
    (options.limits, options.tokens) = (limits, folder.path(of: "tokens.json"))
    let events = events
    server = try WebServer(options, site) { one in events.update { $0.append(one) } }
    port = try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
  }

  deinit {
    server.close()
    try? folder.folder("files").remove()
    try? folder.remove()
  }

  func client() throws -> WebClient { try WebClient(port) }

  /// One request on its own connection.
  func ask(
    _ method: String, _ target: String, _ fields: [String] = [], body: String = "",
    type: String? = nil, hasBody: Bool = true
  ) throws -> WebClient.Reply {
    let client = try client()
    var lines = ["\(method) \(target) HTTP/1.1", "Host: foyer", "Connection: close"] + fields
    if let type { lines.append("Content-Type: \(type)") }
    if !body.isEmpty || type != nil { lines.append("Content-Length: \(body.utf8.count)") }
    client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
    return try client.reply(hasBody: hasBody)
  }

  func post(_ target: String, _ body: String, _ fields: [String] = []) throws -> WebClient.Reply {
    try ask("POST", target, fields, body: body, type: "application/json")
  }
}

/// A client that sends arbitrary bytes.
final class WebClient {
  struct Reply {
    let status: Int
    let fields: [String: String]
    let body: String

    var json: JSONValue? { try? JSONValue(line: Array(body.utf8)) }
  }

  struct NoReply: Error {}

  private let socket: Int32
  private var buffer: [UInt8] = []

  init(_ port: UInt16) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(
      socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let isThere = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isThere else { throw NoReply() }
  }

  deinit { close(socket) }

  /// An option of the server's end of this connection, which is in the same process.
  func serverOption(_ level: Int32, _ name: Int32) throws -> Int32 {
    let descriptor = try #require(serverEnd)
    var (value, size) = (Int32(-1), socklen_t(MemoryLayout<Int32>.size))
    #expect(getsockopt(descriptor, level, name, &value, &size) == 0)
    return value
  }

  /// Whether the server has its end of this connection open.
  var isServed: Bool { serverEnd != nil }

  private var serverEnd: Int32? {
    guard let own = Self.port(of: socket, getsockname),
      let server = Self.port(of: socket, getpeername)
    else { return nil }
    return (0..<4096).first {
      Self.port(of: $0, getpeername) == own && Self.port(of: $0, getsockname) == server
    }
  }

  private static func port(
    of descriptor: Int32,
    _ end: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> UInt16? {
    var (address, size) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { end(descriptor, $0, &size) }
    }
    return status == 0 && address.sin_family == sa_family_t(AF_INET) ? address.sin_port : nil
  }

  /// False if the server has stopped reading.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let part = bytes.withUnsafeBytes {
        Glibc.send(
          socket, $0.baseAddress?.advanced(by: sent), bytes.count - sent, CInt(MSG_NOSIGNAL))
      }
      guard part > 0 else { return false }
      sent += part
    }
    return true
  }

  /// Closes the sending side.
  func finish() { shutdown(socket, Int32(SHUT_WR)) }

  /// False at the end.
  private func receive() -> Bool {
    var room = [UInt8](repeating: 0, count: 65536)
    let count = recv(socket, &room, room.count, 0)
    guard count > 0 else { return false }
    buffer += room.prefix(count)
    return true
  }

  /// Removes and returns everything up to and including these bytes.
  func text(upTo mark: String) throws -> String {
    let mark = Array(mark.utf8)
    while true {
      if let place = buffer.firstRange(of: mark) {
        defer { buffer.removeFirst(place.upperBound) }
        return String(decoding: buffer[..<place.lowerBound], as: UTF8.self)
      }
      guard receive() else { throw NoReply() }
    }
  }

  func reply(hasBody: Bool = true) throws -> Reply {
    let lines = try text(upTo: "\r\n\r\n").split(separator: "\r\n")
    let status = Int(lines[0].split(separator: " ")[1]) ?? 0
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let sides = line.split(separator: ":", maxSplits: 1)
      fields[sides[0].lowercased()] = sides[1].drop { $0 == " " }.description
    }
    if status == 100 { return try reply() }
    let length = hasBody ? Int(fields["content-length"] ?? "0") ?? 0 : 0
    while buffer.count < length { guard receive() else { throw NoReply() } }
    defer { buffer.removeFirst(length) }
    return Reply(
      status: status, fields: fields, body: String(decoding: buffer.prefix(length), as: UTF8.self))
  }

  /// The number of received bytes not yet read.
  var held: Int { buffer.count }

  /// Whether the server has closed the connection.
  var isCut: Bool {
    while receive() {}
    return errno != EAGAIN
  }
}

extension Array where Element == UInt8 {
  fileprivate func firstRange(of mark: [UInt8]) -> Range<Int>? {
    guard count >= mark.count else { return nil }
    return (0...(count - mark.count)).first { self[$0..<($0 + mark.count)].elementsEqual(mark) }
      .map { $0..<($0 + mark.count) }
  }
}

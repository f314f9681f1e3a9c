import Foundation
import Synchronization
import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux

/// A server in its own folder, with a fake player.
final class ServerScene {
  let folder: Folder
  let path: String
  let player = FakeControlled()
  let server: ControlServer
  let events = EventList()

  /// The server's reports.
  final class EventList: Sendable {
    private let list = Mutex<[ControlEvent]>([])
    var all: [ControlEvent] { list.withLock { $0 } }
    func add(_ event: ControlEvent) { list.withLock { $0.append(event) } }
  }

  init(_ limits: ControlLimits = ControlLimits(), policy: PeerPolicy? = nil) throws {
    folder = try Self.makeFolder()
    path = folder.path(of: "s")
    server = try ControlServer(path: path, controlled: player, limits: limits, policy: policy) {
      [events] in events.add($0)
    }
  }

  deinit {
    server.close()
    try? folder.remove()
  }

  static func makeFolder() throws -> Folder {
    let name = "vc-\(UUID().uuidString.prefix(8))"
    let folder = Folder(FileManager.default.temporaryDirectory.path).folder(name)
    try folder.make()
    return folder
  }

  func connect() throws -> RawClient { try RawClient(path) }
}

/// A client that sends arbitrary bytes.
final class RawClient {
  let socket: FileDescriptor
  private var received: [UInt8] = []

  init(_ path: String) throws(Errno) {
    socket = try FileDescriptor(connectedTo: path, waiting: 10)
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try #require(try socket.send(rest))) }
  }

  /// The next line; nil once the server has closed.
  func line() throws -> JSONValue? {
    while true {
      if let end = received.firstIndex(of: 10) {
        defer { received.removeFirst(end + 1) }
        return try JSONValue(line: received[..<end])
      }
      guard let part = try socket.receive(count: 1 << 16) else { throw Errno.timedOut }
      if part.bytes.isEmpty { return nil }
      received += part.bytes
    }
  }

  /// Sends a line and returns the response: the error, or `success`.
  func ask(_ text: String) throws -> String? {
    try send(text + "\n")
    return try line()?["error"]?.text
  }
}

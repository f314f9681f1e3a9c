import Glibc
import Synchronization
import VitrineLinux

/// A local server that answers as scripted, even incorrectly. Each connection has its own thread,
/// which handles one request after the other.
package final class ScriptedServer: Sendable {
  /// A request.
  package struct Request: Sendable {
    package let path: String
    /// The header fields, by lower-case name.
    package let fields: [String: String]
    /// From 0, across all connections.
    package let number: Int

    /// The requested byte range, with its last byte.
    package var range: (first: Int, last: Int)? {
      guard let text = fields["range"], text.hasPrefix("bytes=") else { return nil }
      let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
      return (Int(ends[0]) ?? 0, ends.count > 1 ? Int(ends[1]) ?? .max : .max)
    }
  }

  /// One connection, for a script to answer on.
  package struct Line: Sendable {
    fileprivate let socket: CInt

    /// Returns false if the client has disconnected.
    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Returns false if the client has disconnected.
    @discardableResult
    package func send(_ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(socket, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    /// Sends a correct response with a length.
    package func answer(_ status: String, _ fields: [String] = [], _ body: [UInt8] = []) {
      let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + fields
      send(lines.joined(separator: "\r\n") + "\r\n\r\n")
      send(body)
    }

    /// Waits until the client disconnects.
    package func hold() {
      var byte: UInt8 = 0
      while recv(socket, &byte, 1, 0) > 0 {}
    }
  }

  /// Returns false to close the connection.
  package typealias Script = @Sendable (Request, Line) -> Bool

  /// On 127.0.0.1.
  package let port: UInt16
  private let door: Door
  private let count = Atomic(0)
  private let asked = Shared<[Request]>([])
  private let lines = Shared(0)

  /// Listens until its owner releases it. `script` is called on the threads of connections.
  package init(_ script: @escaping Script) throws {
    let listening = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
        bind(listening, raw, size) == 0 && listen(listening, 16) == 0
          && getsockname(listening, raw, &size) == 0
      }
    }
    guard bound else { throw Errno.last }
    let door = Door(listening)
    (port, self.door) = (UInt16(bigEndian: address.sin_port), door)
    try NamedThread("server") { [weak self] in
      while case let line = accept(listening, nil, nil), line >= 0 {
        guard let self else {
          close(line)
          break
        }
        try? NamedThread("line") { self.serve(line, script) }.detach()
      }
      door.close()
    }.detach()
  }

  deinit { door.shut() }

  /// Accepts no more connections, like a stopped server.
  package func stop() { door.shut() }

  /// The listening socket. It is shut down only once, because the number of a closed socket may
  /// soon be another test's. Thread-safe.
  private final class Door: Sendable {
    private let socket: CInt
    private let isClosed = Shared(false)

    init(_ socket: CInt) { self.socket = socket }

    func shut() {
      isClosed.update { if !$0 { shutdown(socket, CInt(SHUT_RDWR)) } }
    }

    func close() {
      isClosed.update { isClosed in
        Glibc.close(socket)
        isClosed = true
      }
    }
  }

  /// All requests so far, in order.
  package var requests: [Request] { asked.value }
  /// The number of connections so far.
  package var connections: Int { lines.value }

  /// The URL of a path.
  package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

  private func serve(_ line: CInt, _ script: Script) {
    defer { close(line) }
    lines.update { $0 += 1 }
    while let request = read(line) {
      asked.update { $0.append(request) }
      guard script(request, Line(socket: line)) else { return }
    }
  }

  private func read(_ line: CInt) -> Request? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      guard bytes.count < 65536, recv(line, &byte, 1, 0) == 1 else { return nil }
      bytes.append(byte)
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon].lowercased()] = String(
        line[line.index(after: colon)...].drop { $0 == " " })
    }
    let words = (lines.first ?? "").split(separator: " ")
    return Request(
      path: words.count > 1 ? String(words[1]) : "", fields: fields,
      number: count.add(1, ordering: .relaxed).oldValue)
  }
}

extension ScriptedServer {
  /// A script that serves a file correctly, whole or in ranges.
  package static func giving(_ file: [UInt8], _ fields: [String] = []) -> Script {
    { request, line in
      guard let (first, last) = request.range else {
        line.answer("200 OK", ["Accept-Ranges: bytes"] + fields, file)
        return true
      }
      guard first < file.count else {
        line.answer("416 Range Not Satisfiable", ["Content-Range: bytes */\(file.count)"])
        return true
      }
      let end = min(last, file.count - 1)
      line.answer(
        "206 Partial Content", ["Content-Range: bytes \(first)-\(end)/\(file.count)"] + fields,
        Array(file[first...end]))
      return true
    }
  }
}

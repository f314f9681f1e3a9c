import Glibc
import Synchronization
import VitrineLinux

/// A server on this machine that answers as its script says, lies and all. Each connection has one
/// request after the other on a thread of its own.
public final class ScriptedServer: Sendable {
  /// What is asked of it.
  public struct Request: Sendable {
    public let path: String
    /// In small letters by name.
    public let fields: [String: String]
    /// Counted from 0, over all connections.
    public let number: Int

    /// The part that is asked for, with its last byte.
    public var range: (first: Int, last: Int)? {
      guard let text = fields["range"], text.hasPrefix("bytes=") else { return nil }
      let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
      return (Int(ends[0]) ?? 0, ends.count > 1 ? Int(ends[1]) ?? .max : .max)
    }
  }

  /// One connection, for a script to answer on.
  public struct Line: Sendable {
    fileprivate let socket: CInt

    /// False once the other side has gone.
    @discardableResult
    public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// False once the other side has gone.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
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

    /// An honest answer with a length.
    public func answer(_ status: String, _ fields: [String] = [], _ body: [UInt8] = []) {
      let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + fields
      send(lines.joined(separator: "\r\n") + "\r\n\r\n")
      send(body)
    }

    /// Waits until the other side goes.
    public func hold() {
      var byte: UInt8 = 0
      while recv(socket, &byte, 1, 0) > 0 {}
    }
  }

  /// False ends the connection.
  public typealias Script = @Sendable (Request, Line) -> Bool

  /// Of 127.0.0.1.
  public let port: UInt16
  private let door: Door
  private let count = Atomic(0)
  private let asked = Shared<[Request]>([])
  private let lines = Shared(0)

  /// Listens until its owner lets go. `script` is asked on the threads of connections.
  public init(_ script: @escaping Script) throws {
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

  /// Lets nothing in any more, as a server that was stopped.
  public func stop() { door.shut() }

  /// Where it is asked. The number of a socket that was closed is soon another test's, which is not to
  /// be shut a second time. Thread-safe.
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

  /// All that was asked so far, in order.
  public var requests: [Request] { asked.value }
  /// How many were made.
  public var connections: Int { lines.value }

  /// Where something on it is.
  public func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

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
  /// One that gives a file, whole or in parts, as an honest one does.
  public static func giving(_ file: [UInt8], _ fields: [String] = []) -> Script {
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

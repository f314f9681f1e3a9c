import Glibc
import VitrineControl
import VitrineLinux

/// The response of a server on this machine to one request.
struct HTTPReply {
  let status: Int
  let body: String

  var json: JSONValue? { try? JSONValue(line: Array(body.utf8)) }

  /// - Throws: `Errno` if the server does not respond.
  init(
    _ port: UInt16, _ method: String, _ path: String, _ fields: [String] = [], body: String = ""
  ) throws {
    let socket = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var patience = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Errno.last }
    var head = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"]
    head += fields
    if !body.isEmpty {
      head += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"]
    }
    let request = Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    guard send(socket, request, request.count, CInt(MSG_NOSIGNAL)) == request.count else {
      throw Errno.last
    }
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count <= 0 { break }
      received += buffer.prefix(count)
    }
    let text = String(decoding: received, as: UTF8.self)
    guard let end = text.firstRange(of: "\r\n\r\n"),
      let status = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { throw Errno.brokenPipe }
    (self.status, self.body) = (status, String(text[end.upperBound...]))
  }
}

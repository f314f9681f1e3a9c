import Foundation
import Glibc

/// A local nginx with generated certificates. Ends with its owner.
final class WebServer {
  let folder: URL
  /// One for each kind of certificate: `good`, `expired`, `foreign` (for another name), `alone`
  /// (self-signed), `asking` (requests a client certificate), and `plain` without any.
  let ports: [String: UInt16]
  private let process = Process()

  struct Failure: Error { let output: String }

  static let isThere =
    ["/usr/sbin/nginx", "/usr/bin/openssl"].allSatisfy(FileManager.default.isExecutableFile)

  /// Serves the files in `folder/files`.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "web-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "files"), withIntermediateDirectories: true)
    try Self.run(Self.certificates, in: folder)
    let names = ["good", "expired", "foreign", "alone", "asking", "plain"]
    // Held until all are known, and as long as possible: otherwise the kernel assigns one twice.
    let held = try names.map { _ in try HeldPort() }
    let ports = Dictionary(uniqueKeysWithValues: zip(names, held.map(\.number)))
    self.ports = ports
    try Data(Self.configuration(ports).utf8).write(to: folder.appending(path: "nginx.conf"))
    process.executableURL = URL(filePath: "/usr/sbin/nginx")
    process.arguments = ["-p", folder.path, "-c", "nginx.conf"]
    process.standardError = FileHandle.nullDevice
    for port in held { port.release() }
    try process.run()
  }

  deinit {
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  func url(_ kind: String, _ path: String, host: String = "localhost") -> String {
    "\(kind == "plain" ? "http" : "https")://\(host):\(ports[kind] ?? 0)\(path)"
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// The hash of a key, as it is pinned.
  func pin(_ certificate: String) throws -> String {
    try Self.run(
      """
      openssl x509 -in \(certificate).pem -pubkey -noout | openssl pkey -pubin -outform der \
        | openssl dgst -sha256 -binary | base64
      """, in: folder
    ).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// The day of a certificate's end, in UTC: YYYY-MM-DD.
  func lastDay(_ certificate: String) throws -> String {
    try Self.run(
      """
      openssl x509 -in \(certificate).pem -noout -enddate -dateopt iso_8601 | grep -oE '[0-9-]{10}'
      """, in: folder
    ).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static let certificates = """
    key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
    openssl req -x509 $key -keyout ca.key -out ca.pem -days 30 -subj /CN=Authority
    issue() {
      openssl req -new $key -keyout $1.key -out $1.csr -subj "/CN=$2"
      printf "subjectAltName=DNS:$2,IP:127.0.0.2" > $1.ext
      openssl x509 -req -in $1.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days $3 \
        -extfile $1.ext -out $1.pem
    }
    issue good localhost 30; issue expired localhost -1; issue foreign tv.example 30
    issue client screen 30
    cp good.pem asking.pem; cp good.key asking.key
    openssl req -x509 $key -keyout alone.key -out alone.pem -days 30 -subj /CN=localhost \
      -addext subjectAltName=DNS:localhost
    printf 'screen:%s\\n' "$(openssl passwd -apr1 word)" > users
    """

  private static func configuration(_ ports: [String: UInt16]) -> String {
    let servers = ports.map { name, port in
      let security =
        name == "plain"
        ? ""
        : "ssl_certificate \(name).pem; ssl_certificate_key \(name).key;"
          + (name == "asking" ? "ssl_client_certificate ca.pem; ssl_verify_client on;" : "")
      return """
        server {
          listen 127.0.0.1:\(port) \(name == "plain" ? "" : "ssl http2"); root files; \(security)
          location /guarded/ { alias files/; auth_basic films; auth_basic_user_file users; }
          location /secure/ { return 301 https://localhost:\(ports["good"] ?? 0)/film.mp4; }
          location /packed/ { alias files/; gzip on; gzip_types *; gzip_min_length 1; }
          location /open/ { return 301 http://localhost:\(ports["plain"] ?? 0)/; }
        }
        """
    }
    return """
      daemon off; worker_processes 1; pid nginx.pid; error_log errors;
      events {}
      http {
        access_log requests; client_body_temp_path body; proxy_temp_path proxy;
        fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
        \(servers.joined(separator: "\n"))
      }
      """
  }

  @discardableResult
  private static func run(_ script: String, in folder: URL) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-euc", script]
    process.currentDirectoryURL = folder
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let trouble = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(output: String(decoding: trouble, as: UTF8.self))
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// An unused port of this machine.
private struct HeldPort {
  let number: UInt16
  private let line: CInt

  init() throws {
    line = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let line = line
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(line, $0, size) == 0 && getsockname(line, $0, &size) == 0
      }
    }
    guard isBound else { throw WebServer.Failure(output: "no free port") }
    number = UInt16(bigEndian: address.sin_port)
  }

  func release() { close(line) }
}

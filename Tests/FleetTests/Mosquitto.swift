import Foundation
import Glibc
import VitrineAddresses
import VitrineLinux
import VitrineTiming

@testable import VitrineFleet

/// A local mosquitto with generated certificates, and its own clients. Ends with its owner.
final class Mosquitto {
  let folder: URL
  /// `plain` without TLS, `three` without MQTT 5, and `tls`, which requests a client certificate.
  private let port: UInt16
  private let securePort: UInt16
  private var process: Foundation.Process?

  struct Failure: Error { let output: String }

  static let isThere = ["/usr/sbin/mosquitto", "/usr/bin/mosquitto_sub", "/usr/bin/openssl"]
    .allSatisfy(FileManager.default.isExecutableFile)

  /// `options` are added to the configuration.
  init(_ options: String = "", hasTLS: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "fleet-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    (port, securePort) = try Self.freePorts()
    if hasTLS { try Self.run(Self.certificates, in: folder) }
    let secure = """
      listener \(securePort) 127.0.0.1
      cafile \(folder.path)/ca.pem
      certfile \(folder.path)/server.pem
      keyfile \(folder.path)/server.key
      require_certificate true
      use_identity_as_username true
      """
    let text = """
      per_listener_settings false
      user root
      allow_anonymous true
      persistence false
      \(options)
      listener \(port) 127.0.0.1
      \(hasTLS ? secure : "")

      """
    try Data(text.utf8).write(to: folder.appending(path: "mosquitto.conf"))
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  var address: BrokerAddress { get throws { try Self.address("mqtt://127.0.0.1:\(port)") } }
  var secureAddress: BrokerAddress {
    get throws { try Self.address("mqtts://localhost:\(securePort)") }
  }

  static func address(_ text: String) throws -> BrokerAddress {
    guard let address = BrokerAddress(text) else { throw Failure(output: text) }
    return address
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Starts it, and returns once it accepts connections.
  func start() throws {
    let process = Foundation.Process()
    process.executableURL = URL(filePath: "/usr/sbin/mosquitto")
    process.arguments = ["-c", path("mosquitto.conf")]
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    // It logs each step on standard error.
    var log = ""
    while !log.contains("running") {
      let part = errors.fileHandleForReading.availableData
      if part.isEmpty { throw Failure(output: log) }
      log += String(decoding: part, as: UTF8.self)
    }
    // An unread pipe would block it.
    errors.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
    self.process = process
  }

  /// Kills it.
  func stop() {
    guard let process else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
  }

  /// Waits for the first messages of a topic with mosquitto's client, as `topic payload`.
  func messages(_ topic: String, count: Int = 1) throws -> [String] {
    let text = try Self.run(
      "mosquitto_sub -p \(port) -t '\(topic)' -C \(count) -W 30 -F '%r %t %p'", in: folder)
    return text.split(separator: "\n").map(String.init)
  }

  /// Waits for the first message with this text.
  func wait(for text: String, on topic: String) throws {
    let process = Foundation.Process()
    process.executableURL = URL(filePath: "/usr/bin/mosquitto_sub")
    process.arguments = ["-p", "\(port)", "-t", topic, "-v", "-W", "60"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    var received = ""
    while !received.contains(text) {
      let part = output.fileHandleForReading.availableData
      if part.isEmpty { throw Failure(output: "no \(text) in \(received)") }
      received += String(decoding: part, as: UTF8.self)
    }
  }

  func publish(_ topic: FleetTopic, _ text: String, isRetained: Bool = true) throws {
    try Data(text.utf8).write(to: folder.appending(path: "message"))
    try Self.run(
      "mosquitto_pub -p \(port) -q 1 -t '\(topic.text)' \(isRetained ? "-r" : "") -f message",
      in: folder)
  }

  private static let certificates = """
    key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
    openssl req -x509 $key -keyout ca.key -out ca.pem -days 30 -subj /CN=Authority
    openssl req -x509 $key -keyout other.key -out other.pem -days 30 -subj /CN=Other
    issue() {
      openssl req -new $key -keyout $1.key -out $1.csr -subj "/CN=$2"
      printf "subjectAltName=DNS:$2" > $1.ext
      openssl x509 -req -in $1.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days $3 \
        -extfile $1.ext -out $1.pem
    }
    issue server localhost 30; issue screen screen-1 30; issue expired screen-2 -1
    """

  @discardableResult
  static func run(_ script: String, in folder: URL) throws -> String {
    let process = Foundation.Process()
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
      throw Failure(output: "\(script): " + String(decoding: trouble + text, as: UTF8.self))
    }
    return String(decoding: text, as: UTF8.self)
  }

  static func freePorts() throws -> (UInt16, UInt16) {
    let (first, second) = (try HeldPort(), try HeldPort())
    return (first.number, second.number)
  }
}

/// An unused port of this machine, held until its owner releases it.
private final class HeldPort {
  let number: UInt16
  private let line: CInt

  init() throws {
    let line = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    self.line = line
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(line, $0, size) == 0 && getsockname(line, $0, &size) == 0
      }
    }
    guard isBound else { throw Mosquitto.Failure(output: "no free port") }
    number = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(line) }
}

/// The events of a fleet's thread, for the test's thread.
final class FleetLog: Sendable {
  private let events = Shared<[FleetEvent]>([])
  private let wakeup: Wakeup

  init() throws { wakeup = try Wakeup() }

  var all: [FleetEvent] { events.value }

  func append(_ event: FleetEvent) {
    events.update { $0.append(event) }
    wakeup.ring()
  }

  /// Waits until an event fits; returns whether one did within a minute.
  func wait(for wanted: (FleetEvent) -> Bool) -> Bool {
    let end = HostTime.now() + .seconds(60)
    while !all.contains(where: wanted) {
      guard HostTime.now() < end else { return false }
      wakeup.clear()
      if !all.contains(where: wanted) { _ = wakeup.wait(for: .seconds(5)) }
    }
    return true
  }
}

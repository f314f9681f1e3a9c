import Foundation
import Glibc
import Testing

/// Runs the program itself, on a display in memory, with a fake service manager.
@Suite("A foyer's screen", .timeLimit(.minutes(1)))
struct FoyerTests {
  @Test("A list plays, systemd is notified, and the program ends on SIGTERM")
  func plays() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "foyer-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let list = folder.appending(path: "list.yaml")
    try Data("items:\n  - {color: \"#3060c0\", duration: 1}\n".utf8).write(to: list)
    let manager = try NotifySocket(folder.appending(path: "notify").path)
    let (process, output) = program(
      [list.path], ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "900000"])
    try process.run()
    var notices: [String] = []
    while !["READY=1", "WATCHDOG=1", "STATUS=playing color:#3060c0"].allSatisfy(notices.contains) {
      notices.append(try #require(manager.next(), "\(notices)"))
    }
    process.terminate()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(String(decoding: text, as: UTF8.self).contains("playing: color:#3060c0\n"))
  }

  @Test("Without a list the usage is printed")
  func usage() throws {
    let (process, output) = program([], [:])
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 64)
    #expect(String(decoding: text, as: UTF8.self) == "usage: Foyer LIST\n")
  }

  private func program(_ arguments: [String], _ environment: [String: String]) -> (Process, Pipe) {
    let process = Process()
    // The program is next to the tests.
    process.executableURL = Bundle.main.bundleURL.appending(path: "Foyer")
    process.arguments = arguments
    process.environment = ["VITRINE_SCREEN": "headless:160x90"].merging(environment) { $1 }
    let output = Pipe()
    (process.standardError, process.standardOutput) = (output, output)
    return (process, output)
  }
}

/// The socket of a service manager; see sd_notify(3).
private final class NotifySocket {
  let path: String
  private let socket = Glibc.socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)

  init(_ path: String) throws {
    self.path = path
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(socket) }

  /// The next notification; nil if none arrives in time.
  func next() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(socket, &buffer, buffer.count, 0)
    return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}

import Foundation
import Glibc
import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux

/// The socket's file.
@Suite(.timeLimit(.minutes(1)), .serialized)
struct SocketFileTests {
  private static func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode : nil
  }

  /// In a separate process: the umask applies to all threads.
  @Test("The socket's mode is for owner and group, with any umask")
  func mode() async {
    await #expect(processExitsWith: .success) {
      for mask: mode_t in [0, 0o22, 0o77] {
        umask(mask)
        let scene = try ServerScene()
        #expect(Self.mode(scene.path) == S_IFSOCK | 0o660)
      }
    }
  }

  @Test("A dead player's socket is replaced, and a live one's is not")
  func predecessors() throws {
    let folder = try ServerScene.makeFolder()
    defer { try? folder.remove() }
    let path = folder.path(of: "s")
    // A bound socket without an owner.
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let dead = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(dead, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(result == 0)
    close(dead)
    let player = FakeControlled()
    let server = try ControlServer(path: path, controlled: player) { _ in }
    #expect(try RawClient(path).ask("pause") == "success")
    #expect(throws: ControlError.taken(path: path)) {
      try ControlServer(path: path, controlled: player) { _ in }
    }
    #expect(try RawClient(path).ask("next") == "success")
    server.close()
    #expect(Self.mode(path) == nil)
  }

  @Test("Files that are not sockets, and other players' sockets, are left alone")
  func others() throws {
    let folder = try ServerScene.makeFolder()
    defer { try? folder.remove() }
    let path = folder.path(of: "s")
    try FileDescriptor(making: path).write([1])
    #expect(throws: ControlError.otherFile(path: path)) {
      try ControlServer(path: path, controlled: FakeControlled()) { _ in }
    }
    #expect(try FileStatus(of: path).size == 1)
    let other = folder.path(of: "t")
    let server = try ControlServer(path: other, controlled: FakeControlled()) { _ in }
    unlink(other)
    try FileDescriptor(making: other).write([1, 2])
    server.close()
    #expect(try FileStatus(of: other).size == 2)
  }

  @Test("A user with only read access to the folder cannot stop a player from listening")
  func publicLock() throws {
    let folder = try ServerScene.makeFolder()
    defer { try? folder.remove() }
    let path = folder.path(of: "s")
    let other = try FileDescriptor(opening: folder.path, O_RDONLY | O_DIRECTORY)
    #expect(flock(other.rawValue, LOCK_EX) == 0)
    _ = try ListeningSocket(at: path, mode: 0o660, timeout: .zero)
    #expect(Self.mode(folder.path(of: ".s.lock")) == S_IFREG | 0o600)
    // A lock file that others can open causes no wait either.
    #expect(chmod(folder.path(of: ".s.lock"), 0o644) == 0)
    let lock = try FileDescriptor(reading: folder.path(of: ".s.lock"))
    #expect(flock(lock.rawValue, LOCK_EX) == 0)
    _ = try ListeningSocket(at: path, mode: 0o660, timeout: .zero)
  }

  @Test("A player that finds the lock held waits briefly and then refuses to start")
  func locked() throws {
    let folder = try ServerScene.makeFolder()
    defer { try? folder.remove() }
    let path = folder.path(of: "s")
    _ = try ListeningSocket(at: path, mode: 0o660)
    let other = try FileDescriptor(opening: folder.path(of: ".s.lock"), O_RDONLY)
    #expect(flock(other.rawValue, LOCK_EX) == 0)
    #expect(throws: ListeningSocket.Failure.inUse) {
      _ = try ListeningSocket(at: path, mode: 0o660, timeout: .zero)
    }
    let number = other.rawValue
    let leaving = try NamedThread("leaving") {
      for _ in 0..<100 { sched_yield() }
      flock(number, LOCK_UN)
    }
    _ = try ListeningSocket(at: path, mode: 0o660, timeout: .seconds(30))
    leaving.join()
    // None of them keeps the lock.
    #expect(flock(other.rawValue, LOCK_EX | LOCK_NB) == 0)
  }

  @Test("A link to another user's file is not followed")
  func link() throws {
    let folder = try ServerScene.makeFolder()
    defer { try? folder.remove() }
    let path = folder.path(of: "s")
    symlink(folder.path(of: "elsewhere"), path)
    #expect(throws: ControlError.otherFile(path: path)) {
      try ControlServer(path: path, controlled: FakeControlled()) { _ in }
    }
  }

  @Test("An overlong path and a missing folder have readable errors")
  func paths() {
    let long = "/tmp/" + String(repeating: "x", count: 108)
    #expect(throws: ControlError.failed(path: long, .nameTooLong)) {
      try ControlServer(path: long, controlled: FakeControlled()) { _ in }
    }
    #expect(throws: ControlError.failed(path: "/nowhere/s", .noEntry)) {
      try ControlServer(path: "/nowhere/s", controlled: FakeControlled()) { _ in }
    }
  }

  @Test("A path without a player is distinguished from a lack of permission")
  func clients() throws {
    let folder = try ServerScene.makeFolder()
    defer { try? folder.remove() }
    #expect(throws: ControlClientError.notListening) {
      _ = try ControlClient(path: folder.path(of: "s"))
    }
  }
}

import CVitrineLinux
import Glibc

/// A child process with a socket to it. It is killed when its owner releases it. Thread-safe.
package struct ChildProcess: ~Copyable, Sendable {
  /// Nil for a stand-in in tests, which is only a socket.
  package let processID: Int32?
  /// Whether its own children are killed with it.
  private let isGroup: Bool
  /// Non-blocking. The other end, descriptor 3 of the program, is blocking.
  package let socket: FileDescriptor

  /// Starts the program at `path`. It inherits standard output and error, and nothing else. With `isGroup`, the
  /// programs that it starts are killed with it.
  ///
  /// Wraps `socketpair` and `posix_spawn`.
  package init(
    _ path: String, arguments: [String] = [], environment: [String: String] = [:],
    isGroup: Bool = false
  ) throws(Errno) {
    var sockets: (CInt, CInt) = (-1, -1)
    _ = try valueOrErrno {
      unsafe withUnsafeMutableBytes(of: &sockets) { bytes in
        unsafe vitrine_make_socket_pair(bytes.assumingMemoryBound(to: CInt.self).baseAddress)
      }
    }
    let ours = FileDescriptor(owning: sockets.0)
    let theirs = FileDescriptor(owning: sockets.1)
    processID = try Self.spawn(path, arguments, environment, theirs, isGroup: isGroup)
    socket = ours
    self.isGroup = isGroup
  }

  /// Creates a stand-in for a program: the caller has the other end of its socket.
  package init(standIn socket: consuming FileDescriptor) {
    (processID, isGroup) = (nil, false)
    self.socket = socket
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String: String],
    _ socket: borrowing FileDescriptor, isGroup: Bool
  ) throws(Errno) -> Int32 {
    // File names among the arguments are bytes for the kernel.
    var words = unsafe ([path] + arguments).map { unsafe strdup(kernelPath($0)) } + [nil]
    var settings = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer { unsafe (words + settings).forEach { unsafe free($0) } }
    var process: CInt = 0
    let failure = unsafe vitrine_spawn(
      kernelPath(path), &words, &settings, socket.rawValue, isGroup ? 1 : 0, &process)
    guard failure == 0 else { throw Errno(rawValue: failure) }
    return process
  }

  deinit {
    guard let process = processID else { return }
    if isGroup { killpg(process, SIGKILL) } else { kill(process, SIGKILL) }
    // A process that is blocked in a driver ends only after the driver returns.
    let reaper = try? NamedThread("reaper", priority: .background) {
      while waitpid(process, nil, 0) == -1, errno == EINTR {}
    }
    if let reaper { reaper.detach() } else { waitpid(process, nil, WNOHANG) }
  }
}

import Glibc
import VitrineTiming

/// A program of the system that runs for a limited time, without input. It and its children are killed at the end.
package struct TimedCommand: Sendable {
  /// The part of a long output that is kept.
  package enum Kept: Sendable { case oldest, newest }

  package struct Output: Hashable, Sendable {
    package var bytes: [UInt8] = []
    /// Whether there was more.
    package var isCut = false
    /// The exit status; nil if the program was killed: it took too long or wrote too much.
    package var status: Int?
  }

  /// The name or path of the program, and its arguments.
  package let words: [String]
  package var timeout = Duration.seconds(10)
  package var mostBytes = 256 << 10
  package var kept = Kept.oldest
  /// Whether messages to standard error are part of the output.
  package var hasMessages = true

  package init(_ words: [String]) { self.words = words }

  /// The folders of programs without a path. Root may have the `PATH` of a user, which is not used.
  private static let folders = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"]

  package var isInstalled: Bool {
    guard let name = words.first, !name.contains("/") else { return true }
    return Self.folders.contains { FileAccess.allows(X_OK, Folder($0).path(of: name)) }
  }

  /// Runs the program, in English and without colours. Blocks.
  package func run() throws(Errno) -> Output {
    // The socket to the child is its descriptor 3. A byte that no text contains precedes the exit status.
    let messages = hasMessages ? "2>&1" : "2>/dev/null"
    let script = "\"$@\" >&3 \(messages) 3>&-; printf '\\0%d' $? >&3"
    let plain = [
      "PATH": Self.folders.joined(separator: ":"), "LC_ALL": "C.UTF-8", "SYSTEMD_COLORS": "0",
      "SYSTEMD_PAGER": "", "TERM": "dumb",
    ]
    let child = try ChildProcess(
      "/bin/sh", arguments: ["-c", script, "sh"] + words,
      environment: ProcessEnvironment.variables.merging(plain) { $1 }, isGroup: true)
    return try read(child.socket)
  }

  private func read(_ socket: borrowing FileDescriptor) throws(Errno) -> Output {
    var output = Output()
    let end = HostTime.now() + timeout
    while true {
      let left = end - HostTime.now()
      guard left > .zero else { return output }
      var watched = pollfd(fd: socket.rawValue, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&watched, 1, CInt(clamping: left.nanoseconds / 1_000_000 + 1))
      guard watched.revents != 0, let received = try socket.receive(count: 1 << 16) else {
        continue
      }
      if received.bytes.isEmpty { break }
      output.bytes += received.bytes
      switch kept {
      case .oldest where output.bytes.count > mostBytes + Self.statusBytes:
        cut(&output)
        return output
      case .newest where output.bytes.count > 2 * mostBytes + Self.statusBytes:
        // More than the limit, so that the end of the output is cut at a line.
        output.bytes.removeFirst(output.bytes.count - mostBytes - Self.statusBytes - 1)
      default: break
      }
    }
    if let mark = output.bytes.suffix(Self.statusBytes).lastIndex(of: 0) {
      // bound: at most three digits
      output.status = Int(String(decoding: output.bytes[(mark + 1)...], as: UTF8.self))
      output.bytes.removeSubrange(mark...)
    }
    cut(&output)
    return output
  }

  /// The mark and three digits.
  private static let statusBytes = 4

  /// Limits the output, at a line's end if there is one.
  private func cut(_ output: inout Output) {
    guard output.bytes.count > mostBytes else { return }
    output.isCut = true
    switch kept {
    case .oldest:
      output.bytes.removeLast(output.bytes.count - mostBytes)
      if let end = output.bytes.lastIndex(of: 10) { output.bytes.removeSubrange((end + 1)...) }
    case .newest:
      output.bytes.removeFirst(output.bytes.count - mostBytes)
      if let end = output.bytes.firstIndex(of: 10) { output.bytes.removeSubrange(...end) }
    }
  }
}

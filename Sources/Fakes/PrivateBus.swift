internal import Glibc
package import VitrineLinux

/// A private message bus for a test: `dbus-daemon` with a socket in a temporary folder, until its
/// last owner releases it.
package final class PrivateBus {
  private static let program = "/usr/bin/dbus-daemon"
  private let folder: Folder
  private let path: String
  private let policy: String
  private var daemon: ChildProcess?

  package static var isThere: Bool { FileAccess.allows(X_OK, program) }

  /// In D-Bus syntax.
  package var address: String { "unix:path=\(path)" }

  /// `policy` is the policy in its configuration; by default everything is allowed.
  package init(policy: String? = nil) throws(Errno) {
    folder = try Folder.temporary("vb")
    path = folder.path(of: "bus")
    self.policy =
      policy
        ?? """
        <policy context="default">
          <allow user="*"/><allow own="*"/>
          <allow send_destination="*" eavesdrop="false"/><allow receive_sender="*"/>
        </policy>
        """
    try start()
  }

  deinit {
    daemon = nil
    try? folder.remove()
  }

  /// Stops it, with all connections.
  package func stop() { daemon = nil }

  /// Starts it, and waits until it listens.
  package func start() throws(Errno) {
    try folder.write(
      """
      <busconfig>
        <listen>\(address)</listen><auth>EXTERNAL</auth>
        \(policy)
      </busconfig>
      """, to: "bus.conf")
    let configuration = folder.path(of: "bus.conf")
    let child = try ChildProcess(
      Self.program,
      arguments: ["--config-file=\(configuration)", "--nofork", "--nopidfile", "--print-address=3"])
    // It prints its address once it listens.
    let loop = try EventLoop()
    try loop.add(child.socket, token: 0)
    try loop.wait { _ in }
    daemon = consume child
  }
}

internal import Glibc
public import VitrineLinux

/// A message bus of a test's own: `dbus-daemon` with a socket in a temporary folder, until the last owner
/// lets go.
public final class PrivateBus {
  private static let program = "/usr/bin/dbus-daemon"
  private let folder: Folder
  private let path: String
  private let policy: String
  private var daemon: ChildProcess?

  public static var isThere: Bool { FileAccess.allows(X_OK, program) }

  /// As D-Bus writes it.
  public var address: String { "unix:path=\(path)" }

  /// `policy` is what stands in its configuration; without, all may do everything.
  public init(policy: String? = nil) throws(Errno) {
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

  /// Ends it, with all connections.
  public func stop() { daemon = nil }

  /// Starts it, and waits until it listens.
  public func start() throws(Errno) {
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
    // It says where it listens once it does.
    let loop = try EventLoop()
    try loop.add(child.socket, token: 0)
    try loop.wait { _ in }
    daemon = consume child
  }
}

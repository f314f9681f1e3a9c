import VitrineLinux

/// How the earlier runs of a service ended, as its unit records them: `ExecStopPost=` appends a line
/// such as `watchdog killed ABRT` to a file in the runtime folder, which restarts preserve. See
/// `$SERVICE_RESULT` in systemd.exec(5).
package struct ServiceExits: Hashable, Sendable {
  /// The restarts since the service was stopped or the machine booted.
  package let count: Int
  /// Why the last run ended, such as `watchdog (killed, ABRT)`; nil before a restart.
  package let last: String?

  /// Later restarts of a service that restarts every second for days are not counted.
  private static let largestFile = 1 << 20

  package init(lines: String) {
    let exits = lines.split(separator: "\n")
    count = exits.count
    last = exits.last.map { line in
      let words = line.split(separator: " ")
      let details = words.dropFirst().joined(separator: ", ")
      return String(words.first ?? "") + (details.isEmpty ? "" : " (\(details))")
    }
  }

  /// Reads the file. Returns nil without a runtime folder.
  package init?(runtime: String?) {
    guard let runtime else { return nil }
    // A first run has none.
    let bytes = try? FileDescriptor(reading: Folder(runtime).path(of: "exits"))
      .bytes(most: Self.largestFile)
    self.init(lines: String(decoding: bytes ?? [], as: UTF8.self))
  }
}

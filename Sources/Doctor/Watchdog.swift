/// The hardware watchdog, which restarts a machine that hangs.
package struct WatchdogFacts: Hashable, Sendable {
  /// Its driver's name for it; nil if there is none.
  package var identity: String?
  /// Whether a program has started it and keeps it from firing; nil if the kernel does not tell.
  package var isActive: Bool?
  /// `RuntimeWatchdogSec` of systemd's configuration; nil if it is not set.
  package var configuredInterval: String?
  /// Whether systemd is running.
  package var hasManager = true
  package var isRaspberryPi = false

  package init() {}

  /// Sets `configuredInterval` from systemd's files, the most important last.
  package mutating func read(_ files: [String]) {
    for line in files.flatMap({ $0.split(whereSeparator: \.isNewline) }) {
      let pair = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, pair[0].filter({ !$0.isWhitespace }) == "RuntimeWatchdogSec" else {
        continue
      }
      let value = pair[1].filter { !$0.isWhitespace }
      configuredInterval = value.isEmpty ? nil : value
    }
  }
}

extension WatchdogFacts {
  /// Whether the machine restarts by itself if it hangs.
  var finding: Finding {
    guard let identity else {
      guard isRaspberryPi else {
        return Finding(
          .watchdog, .good, "no hardware watchdog: a machine that hangs has to be restarted by hand"
        )
      }
      return Finding(
        .watchdog, .advice, "no hardware watchdog",
        cause: "a machine that hangs stays dark until it is restarted by hand",
        cure: "add dtparam=watchdog=on to /boot/firmware/config.txt; then reboot")
    }
    let isConfigured = configuredInterval.map { !["0", "off", "no"].contains($0) } ?? false
    if isActive ?? isConfigured {
      let source = isConfigured ? "systemd" : "a program"
      return Finding(.watchdog, .good, "\(identity): fed by \(source)")
    }
    guard hasManager else {
      return Finding(
        .watchdog, .advice, "\(identity): not in use",
        cause: "a machine that hangs stays dark until it is restarted by hand",
        cure: "install a watchdog daemon: sudo apt install watchdog")
    }
    return Finding(
      .watchdog, .advice, "\(identity): not in use",
      cause: isConfigured
        ? "systemd has not read RuntimeWatchdogSec yet"
        : "a machine that hangs stays dark until it is restarted by hand",
      cure: isConfigured
        ? "sudo systemctl daemon-reexec"
        : "sudo mkdir -p /etc/systemd/system.conf.d; "
          + "printf '[Manager]\\nRuntimeWatchdogSec=30\\n' | "
          + "sudo tee /etc/systemd/system.conf.d/watchdog.conf; sudo systemctl daemon-reexec")
  }
}

import Foundation
import Testing
import VitrineKMS

/// A stuck driver holds each commit for ten seconds.
struct RecoveryTimeTests {
  @Test(
    "The service manager waits longer than a display takes to recover",
    arguments: [
      "vitrine.service", "vitrine@.service", "vitrine-safe.service", "vitrine-safe@.service",
    ])
  func watchdog(unit: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: folder.appending(path: "systemd/\(unit)"), encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("WatchdogSec=") })
    let seconds = try #require(Double(line.dropFirst("WatchdogSec=".count)))
    // It was last fed up to a third of that time earlier.
    #expect(Duration.seconds(seconds) * 2 / 3 > FlipWatchdog.longestRecovery)
  }
}

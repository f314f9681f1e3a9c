import CVitrineSystemd
import Glibc
package import VitrineTiming

/// A notification to the service manager; ignored if none started this process. Thread-safe.
///
/// Wraps `sd_notify` and `sd_watchdog_enabled`.
package enum ServiceNotification: Hashable, Sendable {
  /// Startup or a reload is complete.
  case ready
  /// The service is reloading its configuration since this time, until `ready`.
  case reloading(HostTime)
  case stopping
  /// A human-readable status line.
  case status(String)
  /// Resets the watchdog.
  case alive

  /// Sends the notification.
  package func send() {
    // Without a manager there is nothing to do, and one that receives nothing restarts us.
    _ = unsafe sd_notify(0, text)
  }

  /// In the syntax of sd_notify(3).
  var text: String {
    switch self {
    case .ready: "READY=1"
    case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time.nanoseconds / 1000)"
    case .stopping: "STOPPING=1"
    // A file name may contain a line break, which would begin another assignment.
    case .status(let words):
      "STATUS=" + String(words.unicodeScalars.map { $0.value < 32 ? "?" : Character($0) })
    case .alive: "WATCHDOG=1"
    }
  }

  /// The manager's watchdog timeout for `alive`; nil if it is disabled.
  package static var watchdogInterval: Duration? {
    var microseconds: UInt64 = 0
    guard unsafe sd_watchdog_enabled(0, &microseconds) > 0, microseconds > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }
}

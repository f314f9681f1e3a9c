import CVitrineSystemd
import Glibc
public import VitrineTiming

/// What a service and the manager that started it tell each other; nothing where none did.
/// Thread-safe.
///
/// The corresponding C functions are `sd_notify` and `sd_watchdog_enabled`.
public enum ServiceNotice: Hashable, Sendable {
  /// It does what it was started for.
  case ready
  /// It reads its configuration again, until `ready`; since this moment.
  case reloading(HostTime)
  case stopping
  /// What it is doing, in a line for people.
  case status(String)
  /// It is well.
  case alive

  /// Tells the manager.
  public func send() {
    // Without a manager nothing is to be told, and one that does not listen restarts us.
    _ = unsafe sd_notify(0, text)
  }

  /// As sd_notify(3) spells it.
  var text: String {
    switch self {
    case .ready: "READY=1"
    case .reloading(let time): "RELOADING=1\nMONOTONIC_USEC=\(time.nanoseconds / 1000)"
    case .stopping: "STOPPING=1"
    // A file's name may hold anything, and a line begins another notice.
    case .status(let words):
      "STATUS=" + String(words.unicodeScalars.map { $0.value < 32 ? "?" : Character($0) })
    case .alive: "WATCHDOG=1"
    }
  }

  /// How often the manager wants to hear that the service is `alive`, at the least; nil where it
  /// does not care.
  public static var watchdogInterval: Duration? {
    var microseconds: UInt64 = 0
    guard unsafe sd_watchdog_enabled(0, &microseconds) > 0, microseconds > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }
}

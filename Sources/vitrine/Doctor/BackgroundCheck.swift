import VitrineDoctor
import VitrineLinux
import VitrineTiming

/// A check on its own thread, so that a device that hangs does not block the others. Thread-safe.
final class BackgroundCheck<Value: Sendable>: Sendable {
  private let results = BoundedQueue<Reading<Value>>(limit: 1)

  /// Starts the check; nil means unreadable. The thread is abandoned if it never returns.
  init(_ name: String, _ check: @escaping @Sendable () -> Value?) {
    let results = results
    do throws(Errno) {
      let thread = try NamedThread(name) {
        results.push(check().map(Reading.known) ?? .unknown("not readable"))
      }
      thread.detach()
    } catch {
      results.push(.unknown("cannot start a thread: \(error)"))
    }
  }

  /// Waits until `deadline` at the latest. Once.
  func result(until deadline: HostTime) -> Reading<Value> {
    results.pop(until: deadline) ?? .unknown("no answer in time")
  }
}

import VitrineDoctor
import VitrineLinux
import VitrineTiming

/// A check on its own thread, so that a device that hangs does not block the others. Thread-safe.
final class Inquiry<Value: Sendable>: Sendable {
  private let answers = BoundedQueue<Reading<Value>>(limit: 1)

  /// Starts the check; nil means unreadable. The thread is abandoned if it never returns.
  init(_ name: String, _ ask: @escaping @Sendable () -> Value?) {
    let answers = answers
    do throws(Errno) {
      let thread = try NamedThread(name) {
        answers.push(ask().map(Reading.known) ?? .unknown("it cannot be read"))
      }
      thread.detach()
    } catch {
      answers.push(.unknown("cannot start a thread: \(error)"))
    }
  }

  /// Waits until `deadline` at the latest. Once.
  func answer(until deadline: HostTime) -> Reading<Value> {
    answers.pop(until: deadline) ?? .unknown("no answer in time")
  }
}

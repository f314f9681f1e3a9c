import VitrineDoctor
import VitrineLinux
import VitrineTiming

/// A question to the machine, asked on a thread of its own: a device that hangs must not keep
/// the others from being looked at. Thread-safe.
final class Inquiry<Value: Sendable>: Sendable {
  private let answers = BoundedQueue<Reading<Value>>(limit: 1)

  /// Begins to ask; nil means that it cannot be read. The thread is left behind where no answer
  /// ever comes.
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

package import VitrineLinux

/// The thread "input": reads touchscreens, remotes and keyboards. Thread-safe.
///
/// Handles hot-plug. By default it grabs the devices that it uses.
package final class InputThread: Sendable {
  private let wakeups: InputWakeups
  private let questions = BoundedQueue<@Sendable () -> Void>(limit: .max)
  private let thread: NamedThread

  /// Starts the thread. `handler` is called on it for each event and must not block; devices that
  /// are already plugged in are reported by `added` first. Throws if the thread cannot start.
  package init(
    _ options: InputOptions = InputOptions(),
    handler: @escaping @Sendable (InputEvent) -> Void
  ) throws(Errno) {
    wakeups = try InputWakeups()
    let (wakeups, questions) = (wakeups, questions)
    let start = BoundedQueue<Errno?>(limit: 1)
    thread = try NamedThread("input") {
      do throws(Errno) {
        let loop = try InputLoop(options, wakeups, handler: handler)
        start.push(nil)
        try loop.run { while let answer = questions.tryPop() { answer() } }
      } catch {
        // The caller reads only the first value; once the loop runs, epoll does not fail.
        start.force(error)
      }
    }
    if let failure = start.pop() ?? nil {
      thread.join()
      throw failure
    }
  }

  /// Calls `answer` on the thread; used for liveness checks.
  package func ask(_ answer: @escaping @Sendable () -> Void) {
    questions.force(answer)
    wakeups.livenessCheck.ring()
  }

  /// Ends the thread and releases the devices. Call it once, and not from the handler.
  package func close() {
    wakeups.ending.ring()
    thread.join()
  }
}

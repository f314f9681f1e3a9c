public import VitrineLinux

/// The thread "input": takes what people do to touchscreens, remotes and keyboards. Thread-safe.
///
/// Devices come and go while it runs. By default it grabs those that it uses.
public final class InputThread: Sendable {
  private let bells: InputBells
  private let questions = BoundedQueue<@Sendable () -> Void>(limit: .max)
  private let thread: NamedThread

  /// Starts the thread. `handler` is called on it, event by event, and must not wait; what is
  /// plugged in already is told by `added` first. Throws what keeps it from starting.
  public init(
    _ options: InputOptions = InputOptions(),
    handler: @escaping @Sendable (InputEvent) -> Void
  ) throws(Errno) {
    bells = try InputBells()
    let (bells, questions) = (bells, questions)
    let start = BoundedQueue<Errno?>(limit: 1)
    thread = try NamedThread("input") {
      do throws(Errno) {
        let loop = try InputLoop(options, bells, handler: handler)
        start.push(nil)
        try loop.run { while let answer = questions.tryPop() { answer() } }
      } catch {
        // The creating thread looks at the first value alone; once the loop runs, epoll does not fail.
        start.force(error)
      }
    }
    if let failure = start.pop() ?? nil {
      thread.join()
      throw failure
    }
  }

  /// Has `answer` called on the thread soon, if it still turns.
  public func ask(_ answer: @escaping @Sendable () -> Void) {
    questions.force(answer)
    bells.asking.ring()
  }

  /// Ends the thread and lets go of the devices. Call it once, and not from the handler.
  public func close() {
    bells.ending.ring()
    thread.join()
  }
}

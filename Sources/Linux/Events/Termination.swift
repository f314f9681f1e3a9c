import CVitrineLinux
import Glibc

/// A handler for the signals that end the process (SIGTERM, SIGINT, SIGHUP), for programs with
/// threads that are already running, where `Signals` would be too late. There may be several.
///
/// The second signal of a kind ends the process as usual (C: `sigaction`).
package final class Termination: Sendable {
  private let wakeup: Wakeup
  private let place: CInt
  private let thread: NamedThread
  private let isOver = Shared(false)

  /// Calls `body` once, on a separate thread. Returns nil if no descriptor or thread is available,
  /// or if there are too many handlers: then signals end the process.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let isOver = isOver
    guard let wakeup = try? Wakeup(),
      let thread = try? NamedThread(
        "termination",
        body: {
          wakeup.wait()
          if !isOver.value { body() }
        })
    else { return nil }
    self.wakeup = wakeup
    self.thread = thread
    place = vitrine_note_termination(wakeup.descriptor.rawValue)
    if place < 0 {
      close()
      return nil
    }
  }

  /// Removes the handler. Call it once, and not from `body`.
  package func close() {
    vitrine_forget_termination(place)
    isOver.update { $0 = true }
    wakeup.ring()
    thread.join()
  }
}

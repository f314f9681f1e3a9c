import CVitrineLinux
import Glibc

/// Has something done in order when the process is asked to end (SIGTERM, SIGINT, SIGHUP), in a program whose
/// other threads run already, so that `Signals` comes too late. Several may.
///
/// The second signal of a kind ends the process as it would have without. The corresponding C function is
/// `sigaction`.
public final class Termination: Sendable {
  private let wakeup: Wakeup
  private let place: CInt
  private let thread: NamedThread
  private let isOver = Shared(false)

  /// `body` is called once, on a thread of its own. Nil where there is no descriptor or thread for it left, or
  /// where more wait for the same than there may: then signals end the process.
  public init?(_ body: @escaping @Sendable () -> Void) {
    let isOver = isOver
    guard let wakeup = try? Wakeup(),
      let thread = try? NamedThread(
        "termination",
        body: {
          wakeup.wait()
          if !isOver.value { body() }
        })
    else { return nil }
    (self.wakeup, self.thread) = (wakeup, thread)
    place = vitrine_note_termination(wakeup.descriptor.rawValue)
    if place < 0 {
      close()
      return nil
    }
  }

  /// Waits for nothing any more. Call it once, and not from `body`.
  public func close() {
    vitrine_forget_termination(place)
    isOver.update { $0 = true }
    wakeup.ring()
    thread.join()
  }
}

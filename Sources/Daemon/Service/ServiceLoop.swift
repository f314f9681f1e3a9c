import Glibc
import VitrineControl
import VitrineEngine
import VitrineLinux
import VitrinePlayback
import VitrineTiming

/// What a service does beside playing: lists that change, the place that is noted, the watchdog,
/// signals. A thread of its own, which waits for events alone. Thread-safe.
final class ServiceLoop: Sendable {
  /// Told when all that was asked for has been read: of what is wrong with it.
  typealias Answer = @Sendable (Refusal?) -> Void

  private let thread: NamedThread
  private let ending: Wakeup
  private let asking: Wakeup
  private let asked: BoundedQueue<Asked>

  /// What others ask of the loop.
  enum Asked: Sendable {
    /// Everything is read again.
    case reload(Answer)
    /// What the lists are read from is other content now.
    case lookAtLists
  }

  /// What it works with.
  struct Parts: Sendable {
    /// The first is the one that people operate.
    let players: [(player: any ServedPlayer, beginning: ServedList.Beginning)]
    let report: ServiceReport
    let signals: Signals
    /// Told what the list is called that an output plays, again after each reload; the first output's name is empty.
    var noteList: @Sendable (_ name: String, _ output: String) -> Void = { _, _ in }
    /// Where a terminal is covered.
    let terminal: (switches: TerminalSwitches, switching: TerminalSwitching)?
    let reconfiguration: Reconfiguration
    /// Nil where the kernel does not tell which file that is.
    let program: ProgramFile?
    let log: Log
  }

  init(_ parts: Parts) throws(Errno) {
    (ending, asking, asked) = (try Wakeup(), try Wakeup(), BoundedQueue(limit: .max))
    let (ending, asking, asked) = (ending, asking, asked)
    thread = try NamedThread("service") {
      do throws(Errno) {
        let body = try ServiceLoopBody(parts, ending: ending, asking: asking, asked)
        while try body.next() {}
        body.close()
      } catch {
        parts.log.error("service: \(error)")
        for (player, _) in parts.players { player.quit() }
      }
    }
  }

  /// Has the lists and the configuration read again soon. On the loop's thread, `done` is told.
  func reload(done: @escaping Answer) {
    asked.force(.reload(done))
    asking.ring()
  }

  /// Has the lists read again soon, but not the configuration.
  func lookAtLists() {
    asked.force(.lookAtLists)
    asking.ring()
  }

  /// Ends the thread, with a last note of the places.
  func close() {
    ending.ring()
    thread.join()
  }
}

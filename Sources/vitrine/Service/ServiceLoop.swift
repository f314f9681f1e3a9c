import Engine
import Glibc
import Linux
import Playback
import Timing

/// What a service does beside playing: lists that change, the place that is noted, the watchdog,
/// signals. A thread of its own, which waits.
final class ServiceLoop: Sendable {
  private let thread: NamedThread
  private let ending: Wakeup
  private let asking: Wakeup

  /// What it works with.
  struct Parts: @unchecked Sendable {
    /// The first is the one that people operate. Used by the loop's thread alone.
    let lists: [ServedList]
    let report: ServiceReport
    let signals: Signals
    let switches: TerminalSwitches?
    let turns: TerminalTurns
    /// Reads the configuration again and has done what can be without a restart.
    let reconfigure: @Sendable ([ServedList], Log) -> Void
    let log: Log
  }

  init(_ parts: Parts) throws(Errno) {
    (ending, asking) = (try Wakeup(), try Wakeup())
    let (ending, asking) = (ending, asking)
    thread = try NamedThread("service") {
      do throws(Errno) {
        let turn = try ServiceTurn(parts, ending: ending, asking: asking)
        while try turn.next() {}
      } catch {
        parts.log.error("service: \(error)")
        for list in parts.lists { list.player.quit() }
      }
    }
  }

  /// Has the lists and the configuration read again soon.
  func reload() { asking.ring() }

  /// Ends the thread, with a last note of the place.
  func close() {
    ending.ring()
    thread.join()
  }
}

import Glibc
import VitrineControl
import VitrineEngine
import VitrineLinux
import VitrineOperations
import VitrinePlans
import VitrinePlayback
import VitrineTiming

/// The service's own thread: it handles list changes, saved positions, the watchdog and signals. It
/// sleeps between events. Thread-safe.
final class ServiceLoop: Sendable {
  /// Called when everything requested has been read, with the error if there is one.
  typealias Completion = @Sendable (Refusal?) -> Void

  private let thread: NamedThread
  private let ending: Wakeup
  private let requestBell: Wakeup
  private let requests: BoundedQueue<Request>

  /// Requests from other threads.
  enum Request: Sendable {
    /// Read everything again.
    case reload(Completion)
    /// The lists may have other content now.
    case reloadLists
  }

  /// The parts that the loop works with.
  struct Parts: Sendable {
    /// The first is the main player.
    let players: [(player: any ServedPlayer, initial: ServedList.InitialState)]
    let notifier: ServiceNotifier
    let signals: Signals
    /// Receives the name of an output's list, at the start and after each reload; the main output's
    /// name is empty.
    var onListName: @Sendable (_ name: String, _ output: String) -> Void = { _, _ in }
    /// Nil unless a terminal is covered.
    let terminal: (switches: TerminalSwitches, switching: TerminalSwitching)?
    let reconfiguration: Reconfiguration
    /// Nil if the kernel does not reveal the file of the program.
    let program: ProgramFile?
    var upkeep: MachineUpkeep
    let log: Log
    /// Updated every second; nil in tests.
    var clock: ClockTrust?
    /// Nil without a state folder.
    var faults: FaultRecorder?
    /// Nil unless displays follow the light around them.
    var ambient: AmbientLight?
  }

  init(_ parts: Parts) throws(Errno) {
    (ending, requestBell, requests) = (try Wakeup(), try Wakeup(), BoundedQueue(limit: .max))
    let (ending, requestBell, requests) = (ending, requestBell, requests)
    thread = try NamedThread("service") {
      do throws(Errno) {
        let body = try ServiceLoopBody(parts, ending: ending, requestBell: requestBell, requests)
        while try body.next() {}
        body.close()
      } catch {
        parts.log.write(.serviceFailed, "service: \(error)")
        for (player, _) in parts.players { player.quit() }
      }
    }
  }

  /// Requests that lists and configuration are read again. `done` is called on the loop's thread.
  func reload(done: @escaping Completion) {
    requests.force(.reload(done))
    requestBell.ring()
  }

  /// Requests that the lists, but not the configuration, are read again.
  func reloadLists() {
    requests.force(.reloadLists)
    requestBell.ring()
  }

  /// Saves the positions and ends the thread.
  func close() {
    ending.ring()
    thread.join()
  }
}

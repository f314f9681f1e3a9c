package import VitrineLinux
import VitrineTiming

/// The display at the other end of a CEC bus. Commands may be sent from any thread and return at
/// once: a separate thread carries them out, and failures are only reported.
package final class Television: Sendable {
  package enum Command: Hashable, Sendable {
    case turnOn, standBy, askPower
  }

  package enum Report: Hashable, Sendable {
    /// A player's address was claimed on the adapter at `path`.
    case claimed(path: String, LogicalAddress)
    case done(Command)
    case power(PowerStatus)
    /// The display, or its remote, requested standby.
    case standbyRequested
    /// Whether the display shows this input.
    case isShown(Bool)
    /// A command failed; nil means that there is no bus, which is retried.
    case failed(Command?, CECError)
  }

  private let commands = BoundedQueue<Command>(limit: .max)
  private let wakeup: Wakeup
  private let thread: NamedThread

  /// Opens the adapter of `place` and handles its messages. `report` is called on the new thread.
  package init(
    at place: DRMConnectorInfo? = nil, name: String = "Vitrine",
    report: @escaping @Sendable (Report) -> Void
  ) throws(Errno) {
    wakeup = try Wakeup()
    let (commands, wakeup) = (commands, wakeup)
    thread = try NamedThread("cec") {
      var loop = TelevisionLoop(place, name: name, report: report)
      do throws(Errno) {
        try loop.serve(commands, wakeup)
      } catch {
        report(.failed(nil, .call("event loop", path: "cec", error)))
      }
    }
  }

  package func perform(_ command: Command) {
    commands.push(command)
    wakeup.ring()
  }

  /// Carries out all commands so far and ends the thread, within a few seconds.
  package func close() {
    commands.close()
    wakeup.ring()
    thread.join()
  }
}

extension Television.Report: CustomStringConvertible {
  package var description: String {
    switch self {
    case .claimed(let path, let player): "\(path): player \(player)"
    case .done(let command): "done: \(command)"
    case .power(let status): "display: \(status)"
    case .standbyRequested: "standby requested"
    case .isShown(let isShown): isShown ? "shown" : "another source is shown"
    case .failed(let command, let error): "\(command.map { "\($0): " } ?? "")\(error)"
    }
  }
}

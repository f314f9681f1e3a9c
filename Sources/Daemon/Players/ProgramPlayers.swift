public import Control
public import Engine
public import Linux
import Network

/// The players of a program: the first, and those of other connectors, on one device. The first is
/// run by its owner; the others run on threads of their own from the beginning.
public final class ProgramPlayers {
  public let first: Player
  private let others: OtherPlayers
  /// What all of them do when another virtual terminal is switched to.
  public let switching: TerminalSwitching

  /// `rest` is what the players of `plan.otherConnectors` play, in their order. `note` is told what
  /// becomes of the first, on its threads.
  public init(
    _ plan: ProgramPlan, _ resources: ProgramResources, first: ProgramPlan.Content,
    rest: [ProgramPlan.Content], _ log: Log, note: @escaping @Sendable (PlayerEvent) -> Void
  ) throws(Errno) {
    let remotes = resources.remotes
    var configuration = plan.configuration(.first, first).told(resources.television)
      .fetching(over: remotes)
    configuration.preloader = resources.preloader
    self.first = Player(configuration, watch: resources.watch) { event in
      log.note(event)
      note(event)
    }
    _ = self.first.liveness.add { remotes.ask($0) }
    let configurations = zip(plan.otherConnectors, rest).map { connector, content in
      (connector, plan.configuration(.other(connector: connector), content).fetching(over: remotes))
    }
    others = try OtherPlayers(configurations, resources.watch, log)
    switching = TerminalSwitching([self.first] + others.players, resources.watch)
  }

  /// The first one first.
  public var all: [Player] { [first] + others.players }

  /// Opens a control socket for each; none without `path`. `mpv` is where they speak mpv's protocol.
  public func listen(
    at path: String?, mpv: String? = nil, isNeeded: Bool, _ parts: ControlSockets.Parts
  ) throws(ControlError) -> ControlSockets {
    try ControlSockets(
      at: path, mpv: mpv, first, others, isNeeded: isNeeded, parts)
  }

  /// Ends the others and waits for them.
  public func close() { others.close() }
}

public import VitrineLinux
import VitrineNetwork
import VitrinePlayback
import VitrineScanout
import VitrineSettings
import VitrineStreaming

/// What a program opens before any player: the terminal that is covered, the watch over connectors,
/// the line to the television. Closed after the last player.
public final class ProgramResources {
  let watch: ConnectorWatch
  let television: TelevisionPower?
  let remotes: RemoteSources
  private let keeping: ContentKeeping
  /// Nil where nothing is fetched before its turn.
  let preloader: Preloader?
  private let covered: VirtualTerminal?

  /// The terminal comes first: nothing flashes up in between. What is lacking of it, and of the line
  /// to the television, is logged.
  public init(_ plan: ProgramPlan, _ log: Log) throws(Errno) {
    let keeping = ContentKeeping(plan.settings.cache, log)
    self.keeping = keeping
    let proxy = AccessBook.proxy(plan.settings.network) { log.warning("network.proxy: \($0)") }
    remotes = RemoteSources(
      TransferClient(agent: Program.agent, proxy: proxy),
      rules: AccessBook.rules(plan.settings.access, log)
    ) { keeping.transfers(over: $0) }
    let cache = plan.settings.cache
    let preloads = cache.size > 0 && (cache.pinsList || cache.preload >= 1)
    let extent: Preloader.Extent = cache.pinsList ? .all : .next(Int(cache.preload))
    preloader = preloads ? try Preloader(remotes, extent) : nil
    covered = plan.headless == nil ? Self.cover(plan, log) : nil
    watch = try ConnectorWatch(devicePath: plan.devicePath)
    television = plan.settings.power.usesCEC ? try TelevisionPower(log) : nil
  }

  /// What the kernel asks before it switches to another virtual terminal; nil where it does not.
  public var switches: TerminalSwitches? { covered?.switches }

  public func close() {
    television?.close()
    preloader?.close()
    remotes.close()
    keeping.close()
    watch.close()
    covered?.close()
  }

  /// In graphics mode; nil where there is no terminal. What cannot be covered is logged.
  private static func cover(_ plan: ProgramPlan, _ log: Log) -> VirtualTerminal? {
    let isSwitching = plan.settings.console.isSwitching
    // A shell's keys are the shell's, unless keys are read from the devices.
    let isKeyboardOff = !isSwitching && (plan.takesKeys || TerminalWish.isService)
    do throws(TerminalError) {
      return try VirtualTerminal.take(
        plan.terminal,
        TerminalUse(
          keyboard: isKeyboardOff ? .off : .asBefore, switching: isSwitching ? .asked : .ignored))
    } catch {
      log.warning("the console may flash up: \(error)")
      return nil
    }
  }
}

package import VitrineLinux
import VitrineNetwork
import VitrinePlayback
import VitrineRemoteMedia
import VitrineScanout
import VitrineSettings

/// The resources that a program opens before its players: the covered terminal, the connector
/// watch, the CEC connection to the television. Close them after the last player.
package final class ProgramResources {
  let watch: ConnectorWatch
  let television: TelevisionPower?
  let remotes: RemoteSources
  private let programCache: ProgramCache
  /// Nil if nothing is downloaded ahead of its turn.
  let preloader: Preloader?
  private let covered: VirtualTerminal?

  /// Opens the terminal first, so that the console does not flash up. Failures of the terminal and
  /// of CEC are logged.
  package init(_ plan: ProgramPlan, _ log: Log) throws(Errno) {
    let programCache = ProgramCache(plan.settings.cache, log)
    self.programCache = programCache
    let proxy = CredentialFiles.proxy(plan.settings.network) {
      log.write(.credentialsUnreadable, "network.proxy: \($0)")
    }
    remotes = RemoteSources(
      TransferClient(agent: Program.agent, proxy: proxy),
      rules: CredentialFiles.rules(plan.settings.access, log)
    ) { programCache.transfers(over: $0) }
    let cache = plan.settings.cache
    let preloads = cache.size > 0 && (cache.pinsList || cache.preload >= 1)
    let extent: Preloader.Extent = cache.pinsList ? .all : .next(Int(cache.preload))
    preloader = preloads ? try Preloader(remotes, extent) : nil
    covered = plan.headless == nil ? Self.cover(plan, log) : nil
    watch = try ConnectorWatch(devicePath: plan.devicePath)
    television = plan.settings.power.usesCEC ? try TelevisionPower(log) : nil
  }

  /// The kernel's requests to switch to another virtual terminal; nil if switching is disabled.
  package var switches: TerminalSwitches? { covered?.switches }

  package func close() {
    television?.close()
    preloader?.close()
    remotes.close()
    programCache.close()
    watch.close()
    covered?.close()
  }

  /// Puts the terminal into graphics mode; nil if there is none. Failures are logged.
  private static func cover(_ plan: ProgramPlan, _ log: Log) -> VirtualTerminal? {
    let isSwitching = plan.settings.console.isSwitching
    // A shell keeps its keyboard, unless keys are read from the input devices.
    let isKeyboardOff = !isSwitching && (plan.grabsKeys || TerminalPreference.isService)
    do throws(TerminalError) {
      return try VirtualTerminal.acquire(
        plan.terminal,
        TerminalUse(
          keyboard: isKeyboardOff ? .off : .asBefore, switching: isSwitching ? .asked : .ignored))
    } catch {
      log.write(.consoleVisible, "the console may appear briefly: \(error)")
      return nil
    }
  }
}

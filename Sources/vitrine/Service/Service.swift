import Engine
import Linux
import Playback
import Playlists
import Settings
import Timing

/// What a service was told to do.
struct ServiceOrder {
  var settings: Configuration
  /// Lists, folders and files.
  var playlists: [String]
  var display: DisplayOption
  var audio: SoundChoice?
  var stateFolder: String?
  var runtimeFolder: String?
  /// Shows only that it keeps failing.
  var isSafe: Bool
}

/// The player of a service and all that belongs to it, from its opening to its end.
final class Service {
  private let log: Log
  private let report = ServiceReport()
  private let player: Player
  private let loop: ServiceLoop
  private let watch: ConnectorWatch
  private let television: TelevisionPower?
  private var covered: VirtualTerminal?

  init(_ order: ServiceOrder, _ signals: Signals, _ log: Log) throws {
    self.log = log
    let setup = ServiceSetup(
      settings: order.settings, display: order.display, stateFolder: order.stateFolder)
    if case .screen = order.display {
      covered = coverTerminal(
        .automatic, TerminalUse(keyboard: setup.grabsKeys ? .off : .asBefore, switching: .ignored),
        log)
    }
    watch = try ConnectorWatch(devicePath: setup.devicePath)
    television = order.settings.power.usesCEC ? try TelevisionPower(log) : nil
    let source: any ListSource =
      order.isSafe ? SafeModeCard() : PlayedLists(paths: order.playlists)
    let opening = ServedList.Opening(source)
    let store = ResumeStore(
      runtime: order.isSafe ? nil : order.runtimeFolder,
      state: order.isSafe ? nil : order.stateFolder, name: "main")
    let resume = store.read()
    var playing = setup.player(opening.items, resume: resume).told(television)
    playing.sound = order.isSafe ? .none : order.audio ?? .automatic
    player = Player(playing, watch: watch) { [report, log] event in
      log.note(event)
      report.note(event)
    }
    loop = try ServiceLoop(
      ServiceLoop.Parts(
        lists: [ServedList(player, opening, store, log)], report: report, signals: signals,
        switches: covered?.switches, turns: TerminalTurns([player], watch),
        reconfigure: {}, log: log))
  }

  /// Plays until it is told to end.
  func run() throws(PlaybackError) -> PlayerOutcome {
    defer { close() }
    return try player.run()
  }

  private func close() {
    ServiceNotice.stopping.send()
    loop.close()
    television?.close()
    watch.close()
    covered?.close()
  }
}

/// What is shown instead of a list once the service has failed too often.
struct SafeModeCard: ListSource {
  let name = "safe mode"

  func read() throws(ListTrouble) -> LoadedList {
    LoadedList(
      items: [
        LoadedList.card(
          title: "Safe mode",
          detail: "The player has ended unexpectedly too often. Its log says why: "
            + "journalctl -u vitrine. It is started again after a while.")
      ], folders: [])
  }
}

import ArgumentParser
import Glibc
import VitrineDaemon
import VitrineEngine
import VitrineLinux
import VitrineMachine
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineSettings
import VitrineTiming

/// `vitrine run`: the service.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Play a list for ever, as a service.",
    discussion: """
      Reads the configuration, plays its list round and round, and goes on at the same place \
      after a restart. A list or folder that changes takes effect where the item on screen ends; \
      SIGHUP has everything read again, SIGTERM ends. Tells systemd when it is ready, what it \
      plays, and that it is well. Without a display or a list it waits for them.
      """
  )

  @Option(
    name: .customLong("playlist"),
    help: ArgumentHelp(
      "Play this list, folder or file, whatever the configuration says; may be repeated.",
      valueName: "file"))
  var playlists: [String] = []

  @OptionGroup var displayOption: DisplayOption

  @Option(
    name: .customLong("socket"),
    help: ArgumentHelp(
      "Where `vitrine ctl` finds it, whatever the configuration says; see docs/operate/control.md.",
      valueName: "path"))
  var socket: String?

  @Option(help: "auto, none, or ALSA's name of a device (hw:CARD=vc4hdmi0).")
  var audio: SoundChoice?

  @Option(
    name: .customLong("state"),
    help: ArgumentHelp(
      "A folder for what is remembered over a restart; else the one that systemd gives.",
      valueName: "folder"))
  var stateFolder: String?

  @OptionGroup(title: "Configuration")
  var layers: LayerOptions

  @Flag(help: "Show a card that says that the service keeps failing, and nothing else.")
  var safe = false

  private var display: DisplayChoice? { displayOption.display }

  func run() throws {
    Heap.keepTogether()
    // First of all, so that every thread inherits the mask.
    let signals = try Signals.forShutdown()
    let log = Log()
    let service = try Service(
      ServiceOrder(
        places: layers.places, playlists: playlists, socket: socket, display: display,
        audio: audio, stateFolder: stateFolder,
        givenStateFolder: systemdFolder("STATE_DIRECTORY"),
        runtimeFolder: systemdFolder("RUNTIME_DIRECTORY"), isSafe: safe), signals, log)
    let outcome: PlayerOutcome
    do throws(PlaybackError) {
      outcome = try service.run()
    } catch {
      log.error(error.message)
      throw ExitCode(error.exitStatus.rawValue)
    }
    if let error = outcome.error, error.category == .display {
      log.error(error.message)
      throw ExitCode(outcome.exitStatus.rawValue)
    }
  }
}

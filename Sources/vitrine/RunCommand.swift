import ArgumentParser
import Glibc
import VitrineDaemon
import VitrineEngine
import VitrineLinux
import VitrineMachine
import VitrineOperations
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineSettings
import VitrineTiming

/// `vitrine run`: the service.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Play the configured lists as a service.",
    discussion: """
      Reads the configuration, loops its playlist and resumes at the same position after a \
      restart. Changes to a list or folder take effect when the current item ends. SIGHUP reloads \
      everything, SIGTERM quits. Supports systemd's readiness, status and watchdog notifications. \
      Waits if there is no display or no list yet.

      Examples:
        vitrine run
        vitrine run --playlist /srv/films
        vitrine run --config kiosk.yaml --set display.rotation=90
      """
  )

  @Option(
    name: .customLong("playlist"),
    help: ArgumentHelp(
      "Play this list, folder or file instead of the configured one; repeatable.",
      valueName: "file"))
  var playlists: [String] = []

  @OptionGroup var displayOption: DisplayOption

  @Option(
    name: .customLong("socket"),
    help: ArgumentHelp(
      "Accept `vitrine ctl` on this socket; see docs/operate/control.md. (default: service.socket of the configuration)",
      valueName: "path"))
  var socket: String?

  @Option(
    help:
      "Play audio on auto, none, or an ALSA device such as hw:CARD=vc4hdmi0. (default: audio.device of the configuration)"
  )
  var audio: SoundChoice?

  @Option(
    name: .customLong("state"),
    help: ArgumentHelp(
      "Keep state across restarts in this folder. (default: service.state of the configuration, otherwise systemd's state folder)",
      valueName: "folder"))
  var stateFolder: String?

  @OptionGroup(title: "Configuration")
  var layers: LayerOptions

  @Flag(help: "Show only a card saying that the service keeps failing (safe mode).")
  var safe = false

  private var display: DisplayChoice? { displayOption.display }

  func run() throws {
    Heap.limitArenas()
    // First of all, so that every thread inherits the mask.
    let signals = try Signals.forShutdown()
    let log = Log()
    let service = try Service(
      ServiceOptions(
        places: layers.places, playlists: playlists, socket: socket, display: display,
        audio: audio, stateFolder: stateFolder,
        givenStateFolder: systemdFolder("STATE_DIRECTORY"),
        runtimeFolder: systemdFolder("RUNTIME_DIRECTORY"), isSafe: safe),
      signals, StartTimeline(loaded: Vitrine.start), log)
    let outcome: PlayerOutcome
    do throws(PlaybackError) {
      outcome = try service.run()
    } catch {
      log.write(.serviceFailed, error.message)
      throw ExitCode(error.exitStatus.rawValue)
    }
    if let error = outcome.error, error.category == .display {
      log.write(.displayFailed, error.message)
      throw ExitCode(outcome.exitStatus.rawValue)
    }
  }
}

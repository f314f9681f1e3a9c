import ArgumentParser
import Glibc
import VitrineControl
import VitrineDaemon
import VitrineLinux
import VitrineMachine
import VitrinePlayback

/// `vitrine ctl`: asks a player that runs, over its socket.
struct CtlCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ctl",
    abstract: "Control a player that runs: pause, seek, load other files, take screenshots.",
    usage: "vitrine ctl [--socket <path>] [--output <connector>] [--json] <command> …",
    discussion: """
      status [--follow]           what is playing; one line for each change until Ctrl-C
      play, pause, toggle, stop
      seek TIME, +TIME, -TIME, N% to a time, on, back, or to a part of the whole
      skip TIME, -TIME            so much on or back
      next, previous, jump N      to other items; N as in list
      move N M, remove N          an entry to the place of another one; takes it out
      override begin NAME for TIME file SOURCE, override end; or until TIME, \
      [information | warning | emergency] card TITLE TEXT
      content                     how the content stands; content look: looks for new one now
      load SOURCE…, append SOURCE…, clear, list, reload, programme
      volume N, N%, +N%, -N%      0 to 1, or percents; mute on, off, toggle
      rate N                      speed, 0.25 to 4
      rotate 0, 90, 180, 270; gravity contain, cover, stretch
      sub, audio next, none, auto, N
      display on, off, toggle; display brightness N, 0 to 100
      screenshot FILE.png         what is on screen; - for standard output
      statistics, version, quit

      Ends with 0 when it is done; 64 for a command that there is not, 65 when the player refuses \
      it, 69 when no player answers, 77 without permission.
      """
  )

  @Option(
    help: ArgumentHelp(
      "The player's socket; else VITRINE_SOCKET, or service.socket of the service's configuration.",
      valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "The connector of the player, where each has a list of its own; without it the first.",
      valueName: "connector"))
  var output: String?

  @Flag(help: "Print JSON for other programs.")
  var json = false

  @Flag(help: "With status: print every change until it is ended.")
  var follow = false

  @Argument(parsing: .allUnrecognized, help: "What to do.")
  var words: [String]

  func validate() throws {
    do throws(Refusal) {
      let request = try CommandLanguage.parse(words: words)
      if follow, request != .status { throw Refusal("--follow goes with status") }
      switch request {
      case .observe, .unobserve: throw Refusal("use status --follow")
      case .screenshot(.descriptor), .screenshot(.base64):
        throw Refusal("screenshot takes a file")
      default: break
      }
    } catch {
      throw ValidationError(error.description)
    }
  }

  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    let path = path
    do throws(ControlClientError) {
      var page = try ControlPage(path: path, json: json)
      if follow { try page.follow() } else { try page.show(words) }
    } catch {
      Log().error(error.message(path, output: output))
      throw ExitCode(error.exitStatus.rawValue)
    }
  }

  private var path: String {
    let path =
      socket
      ?? ControlPath.standard(
        configured: ConfigurationPlaces.ofService.readableSocket,
        environment: ProcessEnvironment.value, isRoot: geteuid() == 0,
        exists: { FileAccess.allows(F_OK, $0) })
    return output.map { ControlPath.of($0, beside: path) } ?? path
  }
}

extension ControlClientError {
  var exitStatus: ExitStatus {
    switch self {
    case .notListening, .noAnswer, .ended, .rejected, .failed: .unavailable
    case .unwritten: .cannotWrite
    case .noPermission: .noPermission
    case .refused: .data
    }
  }

  func message(_ path: String, output: String?) -> String {
    switch self {
    case .notListening where output != nil:
      "\(path): no player answers; has \(output ?? "it") a list of its own in the configuration? The first output answers without --output"
    case .notListening:
      "\(path): no player answers; is the player running? See systemctl status vitrine, or name its socket with --socket"
    case .noPermission:
      "\(path): permission denied; add your user to the group of the socket, or use sudo"
    case .noAnswer: "\(path): the player does not answer; see systemctl status vitrine"
    case .ended: "\(path): the player has ended"
    case .unwritten(let file, let error): "\(file): cannot be written: \(error)"
    case .refused(let refusal), .rejected(let refusal): refusal.description
    case .failed(let error): "\(path): \(error)"
    }
  }
}

import ArgumentParser
import VitrineDaemon
import VitrineEngine
import VitrineLinux
import VitrineLists
import VitrineMachine
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings
import VitrineTiming

/// `vitrine card`: a text card on the screen.
struct CardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card",
    abstract: "Show a text card on the display.",
    discussion: """
      Uses the configured rotation and brightness, without sound. Needs the display for itself, so \
      stop the service first.

      Examples:
        vitrine card --title Closed
        vitrine card --title "Back soon" --seconds 600
        vitrine card --title "Opening hours" hours.txt
      """
  )

  @Option(help: "Show this title in large letters.")
  var title: String

  @Option(help: "Show it for this many seconds (1-86400). (default: until Ctrl-C)")
  var seconds: Int?

  @OptionGroup var displayOption: DisplayOption

  @Argument(help: "Text file with the lines below the title (8 at most).")
  var file: String?

  @OptionGroup(title: "Configuration")
  var layers: LayerOptions

  private static let mostLines = 8

  func validate() throws {
    if let seconds, !(1...86_400).contains(seconds) {
      throw ValidationError("invalid --seconds \(seconds): expected 1 to 86400")
    }
  }

  private var display: DisplayChoice? { displayOption.display }

  func run() throws {
    let signals = try Signals.forShutdown()
    let log = Log()
    let item = Item.card(
      title: title, detail: try lines(log), for: MediaTime(Int64(seconds ?? 86_400), 1))
    let plan = plan(log)
    let resources = try ProgramResources(plan, log)
    defer { resources.close() }
    let queue = Queue([item], loop: seconds == nil ? .queue : .none)
    let players = try ProgramPlayers(
      plan, resources, first: ProgramPlan.Content(queue), rest: [], log, onEvent: { _ in })
    defer { players.close() }
    let console = try Console(
      players.first, signals: signals, switches: resources.switches,
      switching: players.switching, log: log)
    let outcome = Result { () throws(PlaybackError) in try players.first.run() }
    console.close()
    if case .failure(let error) = outcome { log.error(error.message) }
    let status = outcome.exitStatus
    if status != .success { throw ExitCode(status.rawValue) }
  }

  private func lines(_ log: Log) throws -> String {
    guard let file else { return "" }
    do throws(ConfigurationError) {
      let text = String(decoding: try readFile(file), as: UTF8.self)
      let all = text.split(separator: "\n")
      let rest = all.count - Self.mostLines
      return all.prefix(Self.mostLines).joined(separator: "\n")
        + (rest > 0 ? "\nand \(rest) more" : "")
    } catch {
      error.lines.forEach(log.error)
      throw ExitCode(error.exitStatus.rawValue)
    }
  }

  /// The card is shown even if the configuration is unusable.
  private func plan(_ log: Log) -> ProgramPlan {
    var found: ConfigurationSources.Found?
    do throws(ConfigurationError) {
      found = try layers.places.read()
    } catch {
      error.lines.forEach(log.warning)
    }
    let settings = (found?.configuration.configuration ?? Configuration()).forCard
    var plan = ProgramPlan(settings, found?.board?.board, display: display)
    plan.waitsForDevice = true
    return plan
  }
}

extension Result where Success == PlayerOutcome, Failure == PlaybackError {
  fileprivate var exitStatus: ExitStatus {
    switch self {
    case .success(let outcome): outcome.exitStatus
    case .failure(let error): error.exitStatus
    }
  }
}

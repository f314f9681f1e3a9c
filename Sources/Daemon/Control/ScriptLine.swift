import VitrineControl
import VitrineEngine
import VitrineLinux
import VitrineOverlay
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineScenes
import VitrineTiming

/// One line of `--commands`: a request, or simulated input at the display.
enum ScriptLine {
  case request(Request)
  case input(ScriptedInput)

  /// Returns nil for an empty line or a comment; throws if the line is invalid.
  static func parse(_ text: String) throws(Refusal) -> ScriptLine? {
    let words = text.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    if let input = ScriptedInput(words: words) { return .input(input) }
    let expected: String
    switch words.first {
    // Valid lines were parsed above.
    case "touch": expected = "down X Y, move X Y or up"
    case "key": expected = "a name and down or up, such as KEY_OK down"
    default: return try CommandLanguage.parse(text).map { .request($0) }
    }
    let given = words.dropFirst().joined(separator: " ")
    throw Refusal("invalid value \"\(given)\" for \(words[0]): expected \(expected)", .invalid)
  }
}

/// The player that a script controls: the engine's or a test's. Thread-safe.
protocol ScriptedPlayer: ServedPlayer {
  /// Returns false if the display has no interface.
  func perform(_ input: ScriptedInput) -> Bool
  /// Returns false if notices cannot be shown.
  func show(_ notice: Notice?) -> Bool
  /// Returns false if the display has no interface.
  func setHidden(_ part: Theme.Part, _ isHidden: Bool) -> Bool
}

extension Player: ScriptedPlayer {}

extension ScriptLine {
  /// The remaining work for a line.
  enum Reply {
    /// Print what is playing.
    case status(PlaybackStatus)
    /// Write a screenshot to this file.
    case screenshot(path: String)
  }

  /// Carries out the line. `read` turns names into items.
  func perform(on player: any ScriptedPlayer, read: ItemReader) throws(Refusal) -> Reply? {
    switch self {
    case .request(let request): return try Self.perform(request, player, read)
    case .input(let input):
      guard player.perform(input) else { throw .noInterface }
    }
    return nil
  }

  private static func perform(
    _ request: Request, _ player: any ScriptedPlayer, _ read: ItemReader
  ) throws(Refusal) -> Reply? {
    switch request {
    case .command(let command): player.perform(command)
    case .adjust(let change): player.perform(try change.command(player.status, player.queue))
    case .load(let names):
      try edit(.replace(try read(names)), player)
      player.perform(.play)
    case .append(let names): try edit(.append(try read(names)), player)
    case .insert(let names): try edit(.insertNext(try read(names)), player)
    case .status: return .status(player.status)
    case .screenshot(.file(let path)): return .screenshot(path: path)
    case .quit: player.quit()
    case .setHidden(let part, let isHidden):
      guard player.setHidden(part, isHidden) else { throw .noInterface }
    case .message(let text, let severity, let time):
      let notice = text.map { Notice($0, title: "", as: severity, until: .now() + time) }
      guard player.show(notice) else { throw .noInterface }
    case .screenshot, .health, .statistics, .version, .list, .observe, .unobserve, .reload,
      .programme, .currentOverride, .override, .content, .checkForContent, .handOver, .soundDevices,
      .chooseSound, .overlays, .overlay:
      throw Refusal("available only over the control socket; see docs/operate/control.md")
    }
    return nil
  }

  private static func edit(
    _ edit: QueueEdit, _ player: any ScriptedPlayer
  ) throws(Refusal) {
    if let refusal = edit.refusal(player.queue) { throw refusal }
    player.perform(.edit(edit))
  }
}

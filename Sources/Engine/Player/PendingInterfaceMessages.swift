internal import VitrineOverlay
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScenes

/// The requests to the interface before it opened; the latest of each kind applies.
struct PendingInterfaceMessages: Sendable {
  private var hidden: [Theme.Part: Bool] = [:]
  private var wording: InterfaceLoop.Message?
  private var list: InterfaceLoop.Message?
  private var idle: InterfaceLoop.Message?
  private var notice: InterfaceLoop.Message?
  private var controls: InterfaceLoop.Message?
  /// The operator's commands, which form the default state.
  private var commands: [Command] = []

  private static let mostCommands = 1000

  /// Returns false for a message that is not a request.
  mutating func record(_ message: InterfaceLoop.Message) -> Bool {
    switch message {
    case .setHidden(let part, let isHidden): hidden[part] = isHidden
    case .wording: wording = message
    case .listed: list = message
    case .idle: idle = message
    case .notice: notice = message
    case .controls: controls = message
    case .ordered(let command):
      commands.append(command)
      if commands.count > 2 * Self.mostCommands { commands.removeFirst(Self.mostCommands) }
    default: return false
    }
    return true
  }

  /// The messages for the interface.
  var messages: [InterfaceLoop.Message] {
    let parts = hidden.map { InterfaceLoop.Message.setHidden($0.key, $0.value) }
    let commands = commands.map { InterfaceLoop.Message.ordered($0) }
    // Controls last: they are shown over the item that the commands start.
    return parts + [wording, list, idle, notice].compactMap(\.self) + commands
      + [controls].compactMap(\.self)
  }
}

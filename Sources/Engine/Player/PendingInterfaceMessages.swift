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

/// The notices for an interface that opens for the first and closes after the last, and stays open for overlays.
struct NoticeRequests: Sendable {
  private enum Interface: Sendable {
    case closed
    /// Requested, with the latest notice for it.
    case opening(Notice?)
    /// With the number of notices sent to it.
    case open(InterfaceMailbox, sent: Int)
  }
  private var interface = Interface.closed

  /// Shows a notice; nil removes it. Returns whether to open the interface.
  mutating func show(_ notice: Notice?) -> Bool {
    switch interface {
    case .open(let mail, let sent):
      mail.send(.notice(notice))
      interface = .open(mail, sent: sent + 1)  // bound: one for each request
      return false
    case .opening:
      interface = .opening(notice)
      return false
    case .closed:
      guard notice != nil else { return false }
      interface = .opening(notice)
      return true
    }
  }

  /// Overlays are shown. Returns whether to open the interface.
  mutating func showStage() -> Bool {
    guard case .closed = interface else { return false }
    interface = .opening(nil)
    return true
  }

  /// The interface has opened.
  mutating func open(_ mail: InterfaceMailbox) {
    guard case .opening(let notice) = interface else { return }
    mail.send(.notice(notice))
    interface = .open(mail, sent: 1)
  }

  /// The interface has received this many notices, and shows none. Returns whether to close it:
  /// false if it has not received another one yet.
  mutating func close(after received: Int) -> Bool {
    guard case .open(_, received) = interface else { return false }
    interface = .closed
    return true
  }

  /// The interface could not open.
  mutating func fail() { interface = .closed }
}

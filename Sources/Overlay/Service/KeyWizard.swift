internal import VitrineGestures
internal import VitrineTiming

/// Learns the keys of a remote control: asks for a key for each action in turn. A value type.
struct KeyWizard: Hashable, Sendable {
  /// The response to the latest key.
  enum Reply: Hashable, Sendable {
    case accepted
    /// The key has this action already, or starts content.
    case used(KeyAction?)
  }

  /// The actions that every remote control should have, in the order of the questions.
  static let actions: [KeyAction] = [
    .ok, .up, .down, .left, .right, .back, .playPause, .previous, .next, .seekBackward,
    .seekForward, .volumeUp, .volumeDown, .mute, .subtitles, .menu, .power,
  ]
  /// How long a question waits for a key.
  static let patience = Duration.seconds(15)
  /// How long an accepted key is shown. Keys are ignored meanwhile: remotes repeat, and bounce.
  static let pause = Duration.milliseconds(700)

  private(set) var index = 0
  /// The new actions of the keys, by their names.
  private(set) var learned: [String: KeyAction] = [:]
  /// The latest key for the current question.
  private(set) var key: String?
  private(set) var reply: Reply?
  /// When the next question follows.
  private var next: HostTime

  init(at now: HostTime) { next = now + Self.patience }

  /// The action of the current question; nil after the last one.
  var action: KeyAction? { index < Self.actions.count ? Self.actions[index] : nil }

  var deadline: HostTime? { action == nil ? nil : next }

  /// A key was pressed. `isTrigger` says that it starts content, and has no other use.
  mutating func press(_ name: String, isTrigger: Bool, at now: HostTime) {
    guard let action, reply != .accepted else { return }
    key = name
    if isTrigger || learned[name] != nil {
      (reply, next) = (.used(learned[name]), now + Self.patience)
    } else {
      learned[name] = action
      (reply, next) = (.accepted, now + Self.pause)
    }
  }

  mutating func skip(at now: HostTime) {
    guard action != nil, reply != .accepted else { return }
    advance(at: now)
  }

  mutating func timePassed(_ now: HostTime) {
    if action != nil, next <= now { advance(at: now) }
  }

  private mutating func advance(at now: HostTime) {
    (index, key, reply, next) = (index + 1, nil, nil, now + Self.patience)
  }

  /// The key that was learned for an action.
  func key(for action: KeyAction) -> String? { learned.first { $0.value == action }?.key }

  /// The learned keys with another action than in `table`.
  func changes(from table: [String: KeyAction]) -> [String: KeyAction] {
    let known = KeyTable(overrides: table)
    return learned.filter { known[$0.key] != $0.value }
  }
}

extension KeyAction {
  /// The action's name in the service menu.
  func name(_ wording: Wording) -> String {
    switch self {
    case .ok: "OK"
    case .up: wording.up
    case .down: wording.down
    case .left: wording.left
    case .right: wording.right
    case .back: wording.back
    case .playPause: "\(wording.play) / \(wording.pause)"
    case .previous: wording.previous
    case .next: wording.next
    case .seekBackward: wording.skipBackward
    case .seekForward: wording.skipForward
    case .volumeUp: "\(wording.volume) +"
    case .volumeDown: "\(wording.volume) \u{2212}"
    case .mute: wording.mute
    case .subtitles: wording.subtitles
    case .menu: wording.menu
    case .power: "\(wording.on) / \(wording.off)"
    default: rawValue
    }
  }
}

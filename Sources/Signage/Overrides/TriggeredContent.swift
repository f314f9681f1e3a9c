package import VitrinePlayback
package import VitrinePlaylists
package import VitrineTiming

/// Content that a button, a sensor, a reader or another player has started, above the programme. `update` takes the player's state and
/// returns when the programme resumes.
package struct TriggeredContent: Sendable {
  package enum Start: Hashable, Sendable {
    /// At once, until its end.
    case now
    /// At once, repeated until the key is released.
    case held
    /// After the current item, until its end.
    case next
  }

  /// The state of the player.
  package struct PlayerState: Sendable {
    package var items: [Item]
    /// Whether anything plays, or is about to.
    package var isActive: Bool

    package init(items: [Item], isActive: Bool) {
      self.items = items
      self.isActive = isActive
    }
  }

  package enum End: Hashable, Sendable {
    /// Resume the interrupted programme.
    case resume
    /// Something else was loaded; it stays.
    case replaced
  }

  /// How content continues that another player has handed over.
  package struct Continuation: Hashable, Sendable {
    /// From the beginning of the first item; nil for a live stream.
    package var position: MediaTime?
    /// Nil leaves the track to this player.
    package var audio: TrackSelection?
    package var subtitle: TrackSelection?

    package init(
      position: MediaTime?, audio: TrackSelection? = nil, subtitle: TrackSelection? = nil
    ) {
      self.position = position
      self.audio = audio
      self.subtitle = subtitle
    }
  }

  /// The key or code that has started it, or the number of the hand-over.
  package let name: String
  package let items: [Item]
  package let start: Start
  /// How it continues; nil if no other player has handed it over.
  package var continuation: Continuation?
  /// The commands that restore the tracks that it has replaced.
  package private(set) var restoration: [Command] = []
  /// Whether the player has played any of it.
  private var hasBegun = false
  private var since: HostTime?

  /// A player that does not play it by then never will: it has failed, or something else was loaded.
  private static let patience = Duration.seconds(2)

  package init(name: String, _ items: [Item], _ start: Start) {
    self.name = name
    self.items = items
    self.start = start
  }

  /// Whether it waits for the end of what plays.
  package func waits(isPlaying: Bool) -> Bool { start == .next && isPlaying }

  /// The commands that start it.
  package func commands(isPlaying: Bool) -> [Command] {
    if waits(isPlaying: isPlaying) {
      return [.edit(.visit(items, loop: .none, isPatient: true))]
    }
    let queue = Queue(items, loop: start == .held ? .queue : .none)
    let seek = continuation?.position.map { [Command.seek(PlaybackState.Seek(to: $0))] } ?? []
    return [.edit(.replaceQueue(queue, from: nil)), .play] + seek
  }

  /// Returns the commands that choose its tracks, and keeps those that restore the player's own choices afterwards.
  /// `tracks` are those of the current item.
  package mutating func replaceTracks(
    _ choices: TrackChoices, of tracks: [TrackInfo]
  ) -> [Command] {
    var commands: [Command] = []
    let kinds: [(TrackInfo.Kind, TrackSelection, TrackSelection?)] = [
      (.audio, choices.audio, continuation?.audio),
      (.subtitle, choices.subtitle, continuation?.subtitle),
    ]
    for (kind, current, wanted) in kinds {
      let own = current.forOtherItems(kind, of: tracks)
      guard let wanted, wanted != own else { continue }
      commands.append(.select(kind, wanted))
      restoration.append(.select(kind, own))
    }
    return commands
  }

  /// For the log.
  package var label: String { continuation == nil ? "trigger \(name)" : name }

  /// Nil while it continues. Items that a client appends are played after it.
  package mutating func update(_ state: PlayerState, at now: HostTime) -> End? {
    let begun = since ?? now
    since = begun
    let isLate = now - begun >= Self.patience
    guard state.items.starts(with: items) else { return hasBegun || isLate ? .replaced : nil }
    if state.isActive { hasBegun = true }
    return !state.isActive && (hasBegun || isLate) ? .resume : nil
  }

  /// The key was released. Returns whether the programme resumes.
  package func released(_ name: String) -> Bool { name == self.name && start == .held }
}

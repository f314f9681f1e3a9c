package import VitrineEngine
internal import VitrineLinux
internal import VitrineScanout

/// The parts of other products that are attached to a player: they receive the engine's events, and
/// are closed at its end. Thread-safe.
package final class PlayerAttachments: Sendable {
  private struct Attachment: Sendable {
    let onEvent: @Sendable (VitrineEngine.PlayerEvent) -> Void
    let onEnd: @Sendable () -> Void
  }

  /// An aspect of a player whose latest event still holds.
  private enum Aspect { case display, sound, picture }

  private struct State {
    var lastID = 0
    var attachments: [Int: Attachment] = [:]
    var latest: [Aspect: VitrineEngine.PlayerEvent] = [:]
    var isOver = false
  }

  private let state = Shared(State())

  /// Attaches a part; returns a number for `detach`, or nil if the player has ended.
  ///
  /// `onEvent` is called on the player's threads and must not block. It is first called here with
  /// the events that describe the current display and sound. `onEnd` may block, and may call
  /// `detach`. Neither may retain the player.
  package func attach(
    onEvent: @escaping @Sendable (VitrineEngine.PlayerEvent) -> Void,
    onEnd: @escaping @Sendable () -> Void
  ) -> Int? {
    state.update { state in
      guard !state.isOver else { return nil }
      state.lastID += 1
      state.attachments[state.lastID] = Attachment(onEvent: onEvent, onEnd: onEnd)
      // Under the lock, so that no newer event comes first.
      for event in state.latest.values { onEvent(event) }
      return state.lastID
    }
  }

  package func detach(_ id: Int) { state.update { $0.attachments[id] = nil } }

  func send(_ event: VitrineEngine.PlayerEvent) {
    let attachments = state.update { state in
      if let aspect = Self.aspect(of: event) { state.latest[aspect] = event }
      return state.attachments
    }
    for attachment in attachments.values { attachment.onEvent(event) }
  }

  /// Closes all parts, and returns when they are closed; blocks until then. After one call of this
  /// function or of the next two, further calls have no effect.
  func end() { for attachment in removeAll() { attachment.onEnd() } }

  /// Closes all parts on a separate thread, and returns when they are closed.
  func endOnThread() async { await Self.endOnThread(removeAll()) }

  /// Closes all parts on a separate thread, soon.
  func endSoon() {
    let attachments = removeAll()
    guard !attachments.isEmpty else { return }
    Task.detached { await Self.endOnThread(attachments) }
  }

  private static func endOnThread(_ attachments: [Attachment]) async {
    guard !attachments.isEmpty else { return }
    await onThread("player end") { for attachment in attachments { attachment.onEnd() } }
  }

  /// Removes all parts; no others can be attached from now on.
  private func removeAll() -> [Attachment] {
    state.update { state in
      defer { state = State(isOver: true) }
      return Array(state.attachments.values)
    }
  }

  private static func aspect(of event: VitrineEngine.PlayerEvent) -> Aspect? {
    switch event {
    case .display(.lit), .display(.dark), .display(.off): .display
    case .soundOpened, .soundUnavailable, .soundOff: .sound
    case .firstPicture: .picture
    default: nil
    }
  }
}

extension Player {
  package var attachments: PlayerAttachments { streams.attachments }

  /// Sends a warning to the program. Does not retain the player.
  package var warn: @Sendable (String) -> Void {
    { [streams] message in streams.events.send(.warning(message)) }
  }
}

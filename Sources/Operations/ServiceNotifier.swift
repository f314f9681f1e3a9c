import Synchronization
package import VitrineEngine
import VitrineLinux
package import VitrinePlayback
package import VitrinePlaylists
import VitrineScanout
package import VitrineTiming

/// Reports to the service manager that the player is ready, and its status line. Thread-safe.
package final class ServiceNotifier: Sendable {
  private let isReady = Atomic(false)
  private let state = Mutex(State())
  private let send: @Sendable (ServiceNotification) -> Void

  private struct State {
    var lastStatus = ""
    /// Why there is no picture; nil while there is one.
    var darkness: String?
    /// Since when the current item has waited for the network.
    var awaitedSince: HostTime?
  }

  /// `send` notifies the service manager.
  package init(send: @escaping @Sendable (ServiceNotification) -> Void = { $0.send() }) {
    self.send = send
  }

  /// A player counts as ready once it shows something, be it a list to choose from or an error
  /// card, waits for a display, or has it turned off.
  package func handle(_ event: PlayerEvent) {
    switch event {
    case .firstPicture, .waiting, .interfaceShown(isVisible: true, at: _), .power(isOn: false):
      becomeReady()
    case .display(.dark(let reason)):
      state.withLock { $0.darkness = reason }
      becomeReady()
    case .display(.lit): state.withLock { $0.darkness = nil }
    case .display(.off):
      state.withLock { $0.darkness = nil }
      becomeReady()
    default: break
    }
  }

  /// Reports a reload, unless the player is not ready yet: the notice would make it ready.
  package func sendOnceReady(_ notice: ServiceNotification) {
    if isReady.load(ordering: .relaxed) { send(notice) }
  }

  private func becomeReady() {
    guard !isReady.exchange(true, ordering: .relaxed) else { return }
    send(.ready)
  }

  /// Sends the status line if it has changed.
  package func updateStatus(_ status: PlaybackStatus, _ queue: Queue, now: HostTime = .now()) {
    if isHeldUp(status, at: now) { becomeReady() }
    let line = state.withLock { state -> String? in
      let line = Self.line(status, queue, darkness: state.darkness)
      defer { state.lastStatus = line }
      return line == state.lastStatus ? nil : line
    }
    if let line { send(.status(line)) }
  }

  /// Whether a slow or failed network delays the first picture. The player then counts as ready:
  /// otherwise systemd would end it at its start timeout, and the download would restart.
  private func isHeldUp(_ status: PlaybackStatus, at now: HostTime) -> Bool {
    if status.networkError != nil { return true }
    return state.withLock { state in
      guard status.awaitsNetwork else {
        state.awaitedSince = nil
        return false
      }
      let since = state.awaitedSince ?? now
      state.awaitedSince = since
      return now - since >= Self.patience
    }
  }

  private static let patience = Duration.seconds(10)

  /// For example `playing offers.mp4, 3 of 12`.
  static func line(
    _ status: PlaybackStatus, _ queue: Queue, darkness: String?
  ) -> String {
    var words = [playing(status, queue)]
    if !status.isDisplayOn { words.append("the display is off") }
    if let darkness { words.append("no picture: \(darkness)") }
    return words.joined(separator: "; ")
  }

  private static func playing(_ status: PlaybackStatus, _ queue: Queue) -> String {
    if case .failed(let error) = status.phase { return "nothing to play: \(error.message)" }
    guard let item = status.item else { return "nothing is playing" }
    let place = status.entry.flatMap { entry in
      queue.entries.firstIndex { $0.id == entry }
    }
    let count = queue.entries.count
    let which = place.map { count > 1 ? ", \($0 + 1) of \(count)" : "" } ?? ""
    return (status.isPaused ? "paused: " : "playing ") + item.name + which
  }
}

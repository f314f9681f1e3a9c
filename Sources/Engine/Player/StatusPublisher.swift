internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// Publishes the status of a session for other threads, and calls the observers of the player. Bound
/// to the session's thread.
struct StatusPublisher {
  private let player: Player
  /// The memory that the decoder writes to.
  private(set) var decodePath = "none"
  /// The video decoder, and why the preferred one is not used.
  private(set) var decoder: String?

  init(_ player: Player) { self.player = player }

  mutating func record(decodePath: String) { self.decodePath = decodePath }
  mutating func record(decoder: String) { self.decoder = decoder }

  /// Replaces the published status and queue, and calls the observers of the status.
  func publish(_ snapshot: SessionSnapshot) {
    var status = PlaybackStatus(snapshot)
    status.decodePath = decodePath
    status.decoder = decoder
    if status.isMoving {
      status.movingSince = player.shownStatus.value.movingSince ?? snapshot.time
    }
    for access in player.configuration.remotes {
      status.preload = status.preload ?? access.preloadProgress
      status.throughput = status.throughput ?? access.throughput
    }
    player.shownStatus.update { $0 = status }
    player.shownQueue.update { $0 = snapshot.state.queue }
    for call in player.observations.value.onChange.bodies { call(status) }
  }

  /// Calls the observers of the position that are due. `place` is where playback is; `start` is where
  /// its run began, from the item's beginning.
  func notifyObservers(
    _ place: Observers.Place, from start: MediaTime, isStopped: Bool, now: HostTime
  ) {
    let due = player.observations.update { observations in
      observations.times.advance(to: place, from: start, isStopped: isStopped, now: now)
        .compactMap { id, time in observations.calls[id].map { ($0, time) } }
    }
    for (call, time) in due { call(time) }
  }

  /// When the next observer of the position is due; nil if none is. `hostTime` returns when playback
  /// reaches a position.
  func nextObservation(
    after position: MediaTime, isStopped: Bool, hostTime: (MediaTime) -> HostTime?
  ) -> HostTime? {
    let times = player.observations.value.times
    let boundary = times.nextBoundary(after: position).flatMap(hostTime)
    return [isStopped ? nil : times.nextPeriodic, boundary].compactMap(\.self).min()
  }
}

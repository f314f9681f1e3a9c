internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineTiming

/// Publishes the status of a session for other threads, and calls the observers of the player. Bound
/// to the session's thread.
struct StatusPublisher {
  private let player: Player
  /// The memory that the decoder writes to.
  private(set) var decodePath = "none"
  /// The video decoder, and why the preferred one is not used.
  private(set) var decoder: String?
  /// Nil before the first event of the display.
  private var display: DisplayStatus?

  init(_ player: Player) { self.player = player }

  mutating func record(decodePath: String) { self.decodePath = decodePath }
  mutating func record(decoder: String) { self.decoder = decoder }

  mutating func record(_ event: DisplayEvent) {
    var display = display ?? DisplayStatus()
    display.handle(event)
    self.display = display
  }

  /// Replaces the published status and queue, and calls the observers of the status.
  func publish(_ snapshot: SessionSnapshot) {
    var status = PlaybackStatus(snapshot)
    status.decodePath = decodePath
    status.decoder = decoder
    status.display = display
    if status.isMoving {
      status.movingSince = player.shownStatus.value.movingSince ?? snapshot.time
    }
    for access in player.configuration.remotes {
      status.preload = status.preload ?? access.preloadProgress
      status.throughput = status.throughput ?? access.throughput
    }
    status.zones = player.zones.value.all.map(\.status)
    if case .zone(let zone) = player.configuration.display { zone.record(status) }
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

extension DisplayStatus {
  /// Follows an event of the display. `root` contains `sys`.
  mutating func handle(_ event: DisplayEvent, below root: String = "") {
    switch event {
    case .lit(let display, _), .off(let display):
      name = display.connector ?? display.name
      (mode, isConnected, dark) = (display.mode, true, nil)
    case .dark(let reason):
      dark = reason
      isConnected = name.flatMap { Self.isConnected($0, below: root) }
    case .warning, .reasserted: break
    }
  }

  /// Whether the kernel found a display at this connector of any device when it looked last; nil if
  /// there is no such connector.
  private static func isConnected(_ connector: String, below root: String) -> Bool? {
    let folder = "\(root)/sys/class/drm"
    // A connector's folder is named after its device: `card0-HDMI-A-1`.
    let states = Folder(folder).names.filter {
      $0.hasPrefix("card") && $0.hasSuffix("-\(connector)")
    }
    .compactMap { firstLine(of: "\(folder)/\($0)/status") }
    return states.isEmpty ? nil : states.contains("connected")
  }
}

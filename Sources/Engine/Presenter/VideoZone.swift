internal import VitrineLinux
package import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// A part of a player's display for another player, which shows its pictures there. Thread-safe.
package final class VideoZone: Sendable {
  package let name: String
  private let hosts = BoundedQueue<any PresenterHost>(limit: 1)
  private let playing: Shared<Playing>

  private struct Playing {
    var status: ZoneStatus
    var hasFailed = false
  }

  init(_ name: String) {
    self.name = name
    playing = Shared(Playing(status: ZoneStatus(name)))
  }

  /// The latest status of its player.
  var status: ZoneStatus { playing.value.status }

  func record(_ status: PlaybackStatus) {
    playing.update { if !$0.hasFailed { $0.status.describe(status) } }
  }

  /// Its player ends because of this error, which stays in the status.
  package func fail(_ error: PlaybackError) {
    playing.update {
      $0.status.fail(error)
      $0.hasFailed = true
    }
  }

  /// The display's first picture is on screen.
  func open(on host: any PresenterHost) { _ = hosts.tryPush(host) }

  /// Waits until then, so that the zone delays nothing at the start. Returns nil if the display is gone.
  func awaitHost() -> (any PresenterHost)? { hosts.pop() }

  func close() { hosts.close(discarding: true) }
}

/// The zones of a player's display.
struct VideoZones: Sendable {
  private(set) var all: [VideoZone] = []
  private var host: (any PresenterHost)?
  private var isOver = false

  mutating func add(_ zone: VideoZone) {
    guard !isOver else { return zone.close() }
    all.append(zone)
    if let host { zone.open(on: host) }
  }

  mutating func remove(_ zone: VideoZone) {
    zone.close()
    all.removeAll { $0 === zone }
  }

  mutating func open(on host: any PresenterHost) {
    self.host = host
    for zone in all { zone.open(on: host) }
  }

  mutating func close() {
    (host, isOver) = (nil, true)
    for zone in all { zone.close() }
  }
}

/// A zone's presenter, on the thread of the display that it belongs to. Thread-safe.
final class ZoneHost: PresenterHost {
  private let zone: VideoZone
  private let host: any PresenterHost
  private let presenterProgress = Shared<Shared<DisplayProgress>?>(nil)
  private let presenterFacts = Shared<Shared<DisplayFacts?>?>(nil)

  /// Makes the presenter soon, on the display's thread.
  init(
    _ zone: VideoZone, on host: any PresenterHost,
    _ make: @escaping @Sendable (any DisplaySink) -> Presenter
  ) {
    (self.zone, self.host) = (zone, host)
    host.perform { [zone, presenterProgress, presenterFacts] display in
      guard let presenter = display?.add(zone, make) else { return }
      let (progress, facts) = (presenter.progress, presenter.facts)
      presenterProgress.update { $0 = progress }
      presenterFacts.update { $0 = facts }
    }
  }

  func perform(_ order: @escaping @Sendable (Presenter?) -> Void) {
    host.perform { [zone] in order($0?.presenter(of: zone)) }
  }

  func ask<Answer: Sendable>(_ question: @escaping @Sendable (Presenter) -> Answer) -> Answer? {
    host.ask { [zone] in $0.presenter(of: zone).map(question) } ?? nil
  }

  func nudge() { host.nudge() }
  var progress: DisplayProgress { presenterProgress.value?.value ?? DisplayProgress() }
  var facts: DisplayFacts? { presenterFacts.value?.value }
  var cpuTime: Duration { host.cpuTime }

  func close() { _ = host.ask { [zone] in $0.remove(zone) } }
}

extension Player {
  /// Adds a part of the display for another player, whose configuration names it.
  package func addZone(_ name: String) -> VideoZone {
    let zone = VideoZone(name)
    zones.update { $0.add(zone) }
    return zone
  }

  /// Removes it once its player has ended; a player that waits for it then ends.
  package func removeZone(_ zone: VideoZone) { zones.update { $0.remove(zone) } }
}

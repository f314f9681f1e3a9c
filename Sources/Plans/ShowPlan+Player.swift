import VitrineLinux
package import VitrinePlayback
package import VitrinePlaylists
package import VitrineTiming

extension ShowPlan.PlayerState {
  /// The state of a player with this status and queue.
  package init(_ status: PlaybackStatus, _ queue: Queue, at now: HostTime = .now()) {
    self.init(entry: status.entry, queue: queue.entries)
    (position, isPaused) = (status.position(at: now), status.isPaused)
    isLit = status.isDisplayOn
    guard let duration = status.duration, (status.item?.repeatCount ?? 1) == 1, status.rate > 0
    else { return }
    remaining = (duration - position).seconds / status.rate
  }
}

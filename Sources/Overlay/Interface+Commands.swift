import Pictures
internal import Playback
import Timing

/// What touches and keys have in common.
extension Interface {
  /// Of a double tap, and of each tap after it.
  static let skipSeconds = 10

  var layout: PlayerLayout {
    PlayerLayout(
      metrics: metrics, theme: options.theme, hasBack: options.hasList,
      hasTracks: TrackMenu.isWorthIt(status.tracks),
      hasHours: (status.duration ?? .zero) >= MediaTime(3600, 1))
  }

  mutating func skip(
    _ seconds: Int, isForward: Bool, at now: HostTime
  ) -> [InterfaceRequest] {
    guard status.entry != nil else { return [] }
    skipLabel.add(seconds, isForward: isForward, at: now)
    let amount = MediaTime(Int64(isForward ? seconds : -seconds), 1)
    return [.perform(.skip(by: amount))]
  }

  mutating func togglePlaying(at now: HostTime) -> [InterfaceRequest] {
    visibility.show(at: now)
    return [.perform(.toggle)]
  }

  /// `level` may lie beyond what there is.
  mutating func set(volume level: Double) -> [InterfaceRequest] {
    guard level.isFinite else { return [] }
    let level = (min(max(level, 0), 1) * 100).rounded() / 100
    guard level != status.volume || status.isMuted else { return [] }
    status.volume = level
    // Who turns it up wants to hear it.
    let isUnmuted = status.isMuted && level > 0
    if isUnmuted { status.isMuted = false }
    return (isUnmuted ? [.perform(.setMuted(false))] : []) + [.perform(.setVolume(level))]
  }

  func rotate() -> [InterfaceRequest] {
    let all = Rotation.allCases
    let place = all.firstIndex(of: status.rotation) ?? 0
    return [.perform(.setRotation(all[(place + 1) % all.count]))]
  }

  mutating func openMenu(at now: HostTime) {
    guard TrackMenu.isWorthIt(status.tracks) else { return }
    menu = TrackMenu(tracks: status.tracks, selected: status.selected)
    visibility.show(at: now)
    scrollToFocus()
  }

  mutating func choose(row: Int, at now: HostTime) -> [InterfaceRequest] {
    guard let command = menu?.command(of: row) else { return [] }
    menu = nil
    visibility.show(at: now)
    return [.perform(command)]
  }

  /// Has the menu show the row that the arrow keys are on.
  mutating func scrollToFocus() {
    guard let menu else { return }
    let layout = layout
    let row = layout.menuRow(menu.focus, offset: 0)
    let range = layout.menuRange(rows: menu.rows.count)
    let least = row.bottom + layout.menuTop - layout.menu.height
    self.menu?.offset = min(max(menu.offset, least, 0), max(row.y - layout.menuTop, 0), range)
  }
}

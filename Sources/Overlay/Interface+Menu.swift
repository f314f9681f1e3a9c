import Pictures
internal import Playback
import Timing

/// The choice of subtitles and sound.
extension Interface {
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

  /// Whoever has left it open has gone, and others want to see the video.
  var menuDeadline: HostTime? {
    guard let menu, menu.dragOrigin == nil, pressed == nil else { return nil }
    return lastActivity + TrackMenu.stay
  }

  mutating func closeMenu(ifDueAt now: HostTime) {
    guard let due = menuDeadline, due <= now else { return }
    menu = nil
    if !isNeeded { visibility.hide(at: now) }
  }

  /// Has an open menu show the tracks that there are now.
  mutating func renewMenu(_ before: PlaybackStatus) {
    guard let menu, (before.tracks, before.selected) != (status.tracks, status.selected) else {
      return
    }
    guard TrackMenu.isWorthIt(status.tracks) else { return self.menu = nil }
    self.menu = TrackMenu(tracks: status.tracks, selected: status.selected, replacing: menu)
    scrollToFocus()
  }
}

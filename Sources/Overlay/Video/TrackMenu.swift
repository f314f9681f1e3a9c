internal import Pictures
internal import Playback
internal import Timing

/// The choice of subtitles and sound, as rows of one list.
struct TrackMenu: Hashable, Sendable {
  enum Row: Hashable, Sendable {
    case heading(TrackInfo.Kind)
    /// Nil switches subtitles off.
    case choice(TrackInfo.Kind, TrackInfo?, isChosen: Bool)
  }

  let rows: [Row]
  /// The row that the arrow keys are on.
  private(set) var focus: Int
  /// How far the list is scrolled, in pixels.
  private(set) var offset = 0.0
  /// Where the drag that scrolls began to count from.
  private var dragOrigin: Double?
  /// Whether keys have opened it, or were the latest to use it: a finger needs no focus.
  var isUsedByKey: Bool
  /// When a finger or a key last did something.
  var latestUse: HostTime

  /// How long it stays open without a touch or key: more than it takes to read it.
  static let stay = Duration.seconds(8)

  /// A file can have as many tracks as it likes; no visitor reads more.
  private static let longest = 64

  init(tracks: [TrackInfo], selected: [TrackInfo], isByKey: Bool, at now: HostTime) {
    (isUsedByKey, latestUse) = (isByKey, now)
    var rows: [Row] = []
    func list(_ kind: TrackInfo.Kind, withNone: Bool) {
      let all = tracks.filter { $0.kind == kind }.prefix(Self.longest)
      guard !all.isEmpty else { return }
      let chosen = selected.first { $0.kind == kind }
      rows.append(.heading(kind))
      if withNone { rows.append(.choice(kind, nil, isChosen: chosen == nil)) }
      rows += all.map { .choice(kind, $0, isChosen: $0.index == chosen?.index) }
    }
    list(.subtitle, withNone: true)
    list(.audio, withNone: false)
    self.rows = rows
    focus =
      rows.firstIndex { if case .choice(_, _, isChosen: true) = $0 { true } else { false } } ?? 0
  }

  /// The same with the tracks that there are now; nil where there is no choice any more.
  func renewed(from before: PlaybackStatus, _ context: ScreenContext) -> TrackMenu? {
    let status = context.status
    guard (before.tracks, before.selected) != (status.tracks, status.selected) else { return self }
    guard Self.isWorthIt(status.tracks) else { return nil }
    var menu = TrackMenu(
      tracks: status.tracks, selected: status.selected, isByKey: isUsedByKey, at: latestUse)
    if menu.rows.count == rows.count {
      (menu.focus, menu.offset, menu.dragOrigin) = (focus, offset, dragOrigin)
    }
    menu.scrollToFocus(context.layout)
    return menu
  }

  /// Whether there is anything to choose.
  static func isWorthIt(_ tracks: [TrackInfo]) -> Bool {
    tracks.contains { $0.kind == .subtitle }
      || tracks.count { $0.kind == .audio } > 1
  }

  /// The command of a row; nil for a heading, and for rows that there are not.
  func command(of row: Int) -> Command? {
    guard rows.indices.contains(row), case .choice(let kind, let track, _) = rows[row] else {
      return nil
    }
    return .select(kind, track.map { .index($0.index) } ?? .off)
  }

  /// Goes to the next row in a direction that can be chosen, if there is one.
  mutating func moveFocus(by step: Int) {
    var next = focus + step
    while rows.indices.contains(next), command(of: next) == nil { next += step }
    if rows.indices.contains(next) { focus = next }
  }

  /// Shows the row that the arrow keys are on.
  mutating func scrollToFocus(_ layout: PlayerLayout) {
    let row = layout.menuRow(focus, offset: 0)
    let range = layout.menuRange(rows: rows.count)
    let least = row.bottom + layout.menuTop - layout.menu.height
    offset = min(max(offset, least, 0), max(row.y - layout.menuTop, 0), range)
  }

  // Under a finger.

  func region(at place: Point, _ layout: PlayerLayout) -> Region {
    guard layout.menu.contains(place) else { return .outside }
    let row = ((place.y - layout.menuTop + offset) / layout.rowHeight).rounded(.down)
    guard row >= 0, row < Double(rows.count) else { return .backdrop }
    return .row(Int(row))
  }

  mutating func beginDrag() { dragOrigin = offset }

  mutating func drag(by distance: Double, _ layout: PlayerLayout) {
    guard let dragOrigin else { return }
    offset = min(max(dragOrigin - distance, 0), layout.menuRange(rows: rows.count))
  }

  /// Whether the drag that has ended was the menu's.
  mutating func endDrag() -> Bool {
    defer { dragOrigin = nil }
    return dragOrigin != nil
  }

  /// When it closes by itself: a visitor who has left it open has gone, and others want to see the
  /// video.
  func deadline(isPressed: Bool) -> HostTime? {
    dragOrigin == nil && !isPressed ? latestUse + Self.stay : nil
  }

  /// The choice that follows the present one of a kind, for a key that goes round.
  static func next(
    _ kind: TrackInfo.Kind, tracks: [TrackInfo], selected: [TrackInfo]
  ) -> (command: Command, track: TrackInfo?)? {
    let all = tracks.filter { $0.kind == kind }
    guard !all.isEmpty else { return nil }
    let chosen = selected.first { $0.kind == kind }
    let place = chosen.flatMap { chosen in all.firstIndex { $0.index == chosen.index } }
    let next = place.map { $0 + 1 } ?? 0
    if all.indices.contains(next) {
      return (.select(kind, .index(all[next].index)), all[next])
    }
    return kind == .subtitle
      ? (.select(kind, .off), nil) : (.select(kind, .index(all[0].index)), all[0])
  }
}

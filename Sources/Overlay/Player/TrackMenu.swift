internal import Playback

/// The choice of subtitles and sound, as rows of one list.
struct TrackMenu: Hashable, Sendable {
  enum Row: Hashable, Sendable {
    case heading(TrackInfo.Kind)
    /// Nil turns subtitles off.
    case choice(TrackInfo.Kind, TrackInfo?, isChosen: Bool)
  }

  let rows: [Row]
  /// The row that the arrow keys are on.
  var focus: Int
  /// How far the list is scrolled, in pixels.
  var offset = 0.0
  /// Where the drag that scrolls began to count from.
  var dragOrigin: Double?

  /// How long it stays open when nobody does anything: more than it takes to read it.
  static let stay = Duration.seconds(8)

  /// A file can have as many tracks as it likes; nobody reads more.
  private static let longest = 64

  init(tracks: [TrackInfo], selected: [TrackInfo]) {
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

  /// The tracks are others by now, while somebody looks at the menu.
  init(tracks: [TrackInfo], selected: [TrackInfo], replacing old: TrackMenu) {
    self.init(tracks: tracks, selected: selected)
    guard rows.count == old.rows.count else { return }
    (focus, offset, dragOrigin) = (old.focus, old.offset, old.dragOrigin)
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

internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// The menu for subtitles, audio, quality, speed and chapters, as one list of rows.
struct TrackMenu: Hashable, Sendable {
  enum Row: Hashable, Sendable {
    case heading(Heading)
    /// Nil turns subtitles off.
    case choice(TrackInfo.Kind, TrackInfo?, isChosen: Bool)
    /// Nil is the automatic choice.
    case encoding(VariantPolicy.Variant?, VariantPolicy.Preference, isChosen: Bool)
    case rate(Double, isChosen: Bool)
    case language(InterfaceLanguage, isChosen: Bool)
    /// `number` counts from 1.
    case chapter(Chapter, number: Int, isChosen: Bool)
    /// Has subtitles read aloud, or stops that.
    case readAloud(isChosen: Bool)
    /// Shows the interpreter's video, or hides it.
    case signLanguage(isChosen: Bool)
    /// Opens the page for the appearance of subtitles.
    case subtitleStyle
    case style(SubtitleChoice)
    case resetStyle
  }

  enum Page: Hashable, Sendable { case all, subtitleStyle }

  enum Heading: Hashable, Sendable {
    case language, tracks(TrackInfo.Kind), quality, speed, chapters, subtitleStyle
  }

  let page: Page

  let rows: [Row]
  /// The row with the keyboard focus.
  private(set) var focus: Int
  /// The scroll offset, in pixels.
  private(set) var offset = 0.0
  /// The scroll offset at the start of a drag.
  private var dragOrigin: Double?
  /// Whether the latest input was a key: a finger needs no visible focus.
  var isUsedByKey: Bool
  /// When a finger or a key was last used.
  var latestUse: HostTime

  /// How long it stays open without a touch or key, with time to read it.
  static let stay = Duration.seconds(8)

  /// The limit for tracks, as a file may contain any number.
  static let longest = 64
  static let rates = [0.5, 0.75, 1, 1.25, 1.5, 2]

  init(_ context: ScreenContext, _ page: Page = .all, isByKey: Bool, at now: HostTime) {
    (self.page, isUsedByKey, latestUse) = (page, isByKey, now)
    switch page {
    case .all:
      rows = context.menuRows
      focus = rows.firstIndex(where: \.isChosen) ?? 0
    case .subtitleStyle:
      rows =
        [.heading(.subtitleStyle)] + SubtitleChoice.allCases.map { .style($0) } + [.resetStyle]
      focus = 1
    }
  }

  /// The menu for the current status; nil if there is no choice left.
  func renewed(from before: PlaybackStatus, _ context: ScreenContext) -> TrackMenu? {
    let status = context.status
    guard
      (before.tracks, before.selected, before.quality, before.renditions?.all)
        != (status.tracks, status.selected, status.quality, status.renditions?.all)
        || (before.rate, before.chapters, before.chapter)
          != (status.rate, status.chapters, status.chapter)
        || before.choices.subtitleStyle != status.choices.subtitleStyle
        || before.choices.showsSignLanguage != status.choices.showsSignLanguage
    else { return self }
    return remade(context)
  }

  /// The menu for the current status and theme, at the same place.
  func remade(_ context: ScreenContext) -> TrackMenu? {
    guard context.hasMenu, page == .all || context.hasSubtitleStyle else { return nil }
    var menu = TrackMenu(context, page, isByKey: isUsedByKey, at: latestUse)
    if menu.rows.count == rows.count { menu.focus = focus }
    if !isUsedByKey || menu.rows.count == rows.count {
      (menu.offset, menu.dragOrigin) = (offset, dragOrigin)
    }
    // A finger has scrolled it to somewhere else.
    if isUsedByKey {
      menu.scrollToFocus(context.layout)
    } else {
      menu.offset = min(menu.offset, context.layout.menuRange(rows: menu.rows.count))
    }
    return menu
  }

  /// The request of a row; nil for a heading, for an invalid index, and if it opens a page.
  func request(of row: Int, _ context: ScreenContext) -> InterfaceRequest? {
    guard rows.indices.contains(row) else { return nil }
    return switch rows[row] {
    case .heading, .subtitleStyle: nil
    case .style(let choice):
      .perform(choice.command(after: context.status.choices.subtitleStyle))
    case .readAloud(let isChosen):
      .perform(.setSubtitleProperty(.speech, isChosen ? "off" : "on"))
    case .signLanguage(let isChosen): .perform(.setSignLanguage(!isChosen))
    case .resetStyle: .perform(.setSubtitleStyle(context.configuredStyle))
    case .choice(let kind, let track, _):
      .perform(.select(kind, track.map { .index($0.index) } ?? .off))
    case .encoding(_, let preference, _): .perform(.setQuality(preference))
    case .rate(let rate, _): .perform(.setRate(rate))
    case .chapter(let chapter, _, _): .perform(.seek(.init(to: chapter.start)))
    case .language(let language, _): .language(language)
    }
  }

  /// Moves the focus to the next selectable row in a direction, if there is one.
  mutating func moveFocus(by step: Int) {
    var next = focus + step
    while rows.indices.contains(next), rows[next].isHeading { next += step }
    if rows.indices.contains(next) { focus = next }
  }

  /// Moves the focus to the next selectable row, after the last one to the first.
  mutating func moveFocusAround() {
    let before = focus
    moveFocus(by: 1)
    if focus == before { focus = rows.firstIndex { !$0.isHeading } ?? before }
  }

  /// Scrolls the focused row into view.
  mutating func scrollToFocus(_ layout: PlayerLayout) {
    let row = layout.menuRow(focus, offset: 0)
    let range = layout.menuRange(rows: rows.count)
    let least = row.bottom + layout.menuTop - layout.menu.height
    offset = min(max(offset, least, 0), max(row.y - layout.menuTop, 0), range)
  }

  // Fingers.

  func region(at place: Point, _ layout: PlayerLayout) -> Region {
    guard layout.menu.contains(place) else { return .outside }
    let row = ((place.y - layout.menuTop + offset) / layout.rowHeight).rounded(.down)
    guard row >= 0, row < Double(rows.count) else { return .backdrop }
    return .row(Int(row))
  }

  mutating func scroll(by distance: Double, _ layout: PlayerLayout) {
    offset = min(max(offset + distance, 0), layout.menuRange(rows: rows.count))
  }

  mutating func beginDrag() { dragOrigin = offset }

  mutating func drag(by distance: Double, _ layout: PlayerLayout) {
    guard let dragOrigin else { return }
    offset = min(max(dragOrigin - distance, 0), layout.menuRange(rows: rows.count))
  }

  /// Returns whether the drag was the menu's.
  mutating func endDrag() -> Bool {
    defer { dragOrigin = nil }
    return dragOrigin != nil
  }

  /// When it closes automatically, in case the visitor has left it open.
  func deadline(isPressed: Bool) -> HostTime? {
    dragOrigin == nil && !isPressed ? latestUse + Self.stay : nil
  }

  /// The choice after the current one, for a key that cycles.
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

extension TrackMenu.Row {
  fileprivate var isHeading: Bool { if case .heading = self { true } else { false } }

  var isChosen: Bool {
    switch self {
    case .heading, .subtitleStyle, .style, .resetStyle: false
    case .choice(_, _, let isChosen), .encoding(_, _, let isChosen), .rate(_, let isChosen),
      .language(_, let isChosen),
      .chapter(_, _, let isChosen), .readAloud(let isChosen), .signLanguage(let isChosen):
      isChosen
    }
  }
}

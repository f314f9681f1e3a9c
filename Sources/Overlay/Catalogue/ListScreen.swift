internal import VitrineGestures
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScenes
internal import VitrineTiming

/// The gallery, and the timer of its attract loop.
struct ListScreen: Sendable {
  private(set) var catalogue: Catalogue
  private(set) var attract: Attract
  /// Whether the program or the operator has started something, which replaces the gallery once it
  /// plays.
  var awaitsVideo = false
  /// The entry that the visitor watches.
  private var watching: Watching?
  /// Whether to show it with the controls.
  var awaitsControls = false
  /// Whether a film plays on the page of its entry.
  private(set) var playsOnPage = false
  private var spinner = Spinner()

  init(_ options: InterfaceOptions, metrics: Metrics, now: HostTime) {
    catalogue = Catalogue(
      entries: options.entries, heading: options.shownHeading, metrics: metrics,
      theme: options.theme, wording: options.wording, languages: options.offeredLanguages,
      language: options.language)
    attract = Attract(after: options.attractTimeout)
    attract.activity(at: now)
  }

  // Drawing.

  func drawings(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    catalogue.drawings(at: now) + spinnerDrawings(context, at: now)
      + context.volume.drawings(context, at: now) + context.message.drawings(context, at: now)
  }

  private func spinnerDrawings(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    guard spinner.isShown(at: now), let place = catalogue.filmPlace else { return [] }
    return spinner.drawings(around: place.center, context, at: now)
  }

  func isMoving(at now: HostTime) -> Bool {
    spinner.isShown(at: now) || catalogue.nextFrame(after: now).map { $0 <= now } ?? false
  }

  /// Entries whose posters should be loaded, nearest first.
  var wantedPosters: [Int] { catalogue.wantedPosters() }

  /// The region at a position. A repeated tap has the region of the first one, even if that region is
  /// gone.
  func region(at place: Point, sequence: Region?, _ context: ScreenContext) -> Region {
    let isMessageShown = context.message.isShown
    switch sequence {
    case .message? where isMessageShown, .catalogue?, nil: break
    case let gone?: return gone
    }
    if isMessageShown, context.layout.message.contains(place) { return .message }
    return .catalogue(catalogue.region(at: place))
  }

  // Events.

  mutating func recordActivity(at now: HostTime) {
    if !playsOnPage { attract.activity(at: now) }
  }

  /// Stops the idle time while a visitor watches a video.
  mutating func pauseAttract() { attract.pause() }

  mutating func receive(
    _ gesture: Gesture<Region>, _ context: inout ScreenContext, at now: HostTime
  ) -> [Catalogue.Outcome] {
    if case .tap(_, .message, _) = gesture { context.message.appearance.hide(at: now) }
    return gesture.inCatalogue.map { catalogue.receive($0, at: now) } ?? []
  }

  /// Ends a gesture that began in the gallery before the video was shown.
  mutating func release(_ gesture: Gesture<Region>, at now: HostTime) {
    if let inList = gesture.inCatalogue { _ = catalogue.receive(inList, at: now) }
  }

  mutating func receive(_ press: KeyPress, at now: HostTime) -> [Catalogue.Outcome] {
    catalogue.receive(press, at: now)
  }

  func deadline(_ now: HostTime) -> HostTime? {
    if hasLeftPage { return now }
    let frame = catalogue.nextFrame(after: now).flatMap { $0 > now ? $0 : nil }
    return [attract.deadline, frame, spinner.deadline(at: now)].compactMap(\.self).min()
  }

  mutating func advance(to now: HostTime) { catalogue.advance(to: now) }

  /// Returns whether the attract loop starts now.
  mutating func timePassed(_ now: HostTime) -> Bool {
    catalogue.advance(to: now)
    return attract.timePassed(now)
  }

  mutating func resize(to metrics: Metrics) { catalogue.resize(to: metrics) }

  mutating func update(_ entry: CatalogueEntry) { catalogue.update(entry) }

  mutating func exchange(_ entries: [CatalogueEntry], heading: String) {
    catalogue.exchange(entries, heading: heading)
  }

  mutating func setWording(_ wording: Wording, heading: String, language: InterfaceLanguage) {
    catalogue.setWording(wording, heading: heading, language: language)
  }

  mutating func receivePagePicture(_ picture: PictureID, of id: Int) {
    catalogue.receivePagePicture(picture, of: id)
  }

  mutating func moveFocus(at now: HostTime) { catalogue.moveFocus(at: now) }

  mutating func scroll(by notches: Int, at now: HostTime) { catalogue.scroll(by: notches, at: now) }

  // The film on a page.

  /// The place for the film on the display; nil if none plays on a page.
  var filmPlace: Rect? { playsOnPage ? catalogue.filmPlace : nil }

  /// Whether the page of the film has been closed, or its entry is gone.
  var hasLeftPage: Bool { playsOnPage && catalogue.openPage == nil }

  /// The film that the visitor has chosen plays on the open page from now on.
  mutating func beginOnPage() {
    playsOnPage = true
    attract.pause()
    catalogue.setFilm(.opening)
  }

  /// The film plays on the whole display from now on, which shows the page until `endGrowth`.
  mutating func growFilm() { (playsOnPage, spinner) = (false, Spinner()) }

  mutating func endGrowth() { catalogue.setFilm(nil) }

  /// No film plays on a page any longer.
  mutating func endOnPage(at now: HostTime) {
    guard playsOnPage else { return }
    playsOnPage = false
    spinner = Spinner()
    catalogue.setFilm(nil)
    attract.activity(at: now)
  }

  /// Whether the page of the entry that plays is open.
  func hasPage(of status: PlaybackStatus) -> Bool {
    guard let watching, let page = catalogue.openPage else { return false }
    return page.entry.id == watching.id && isWatched(status)
  }

  /// Whether the chosen entry plays.
  private func isWatched(_ status: PlaybackStatus) -> Bool {
    guard let opened = watching?.opened else { return false }
    return status.phase.isActive && status.entry == opened
  }

  /// Whether something else plays instead of the chosen entry.
  func isReplaced(in status: PlaybackStatus) -> Bool {
    watching?.opened != nil && status.phase.isActive && !isWatched(status)
  }

  /// Records the place in the queue of the chosen entry: the first one that is active after it was
  /// chosen.
  mutating func recordEntry(_ status: PlaybackStatus) {
    guard let chosen = watching, chosen.opened == nil, status.phase.isActive,
      let entry = status.entry, entry != chosen.before
    else { return }
    watching?.opened = entry
  }

  /// Shows the film once it is in its place, instead of the poster. `area` is that place in pixels.
  mutating func updateFilm(_ context: ScreenContext, area: PixelRect?, at now: HostTime) {
    guard playsOnPage else { return }
    let status = context.status
    let isShown = isWatched(status) && !status.isWaiting && status.area == area
    spinner.update(isWaiting: !isShown, at: now)
    catalogue.setFilm(isShown ? .shown(isPaused: status.isItemPaused) : .opening)
  }

  // Continuing.

  private struct Watching {
    var id: Int
    /// The current entry of the queue when it was chosen.
    var before: Queue.Entry.ID?
    /// Its place in the queue, once it is opened.
    var opened: Queue.Entry.ID?
    /// The same, once it plays.
    var entry: Queue.Entry.ID?
  }

  /// A visitor starts an entry. Returns where to continue; nil for its start.
  mutating func watch(_ id: Int, _ status: PlaybackStatus) -> MediaTime? {
    watching = Watching(id: id, before: status.entry)
    return catalogue.watched(id)?.position
  }

  /// Something else replaces what the visitor watches.
  mutating func endWatching() { watching = nil }

  /// Records how far the visitor has watched the entry.
  mutating func recordProgress(_ status: PlaybackStatus) {
    guard let watched = watching, let playing = status.entry, playing != watched.before,
      status.phase == .playing, let duration = status.duration, status.live == nil
    else { return }
    guard watched.entry == nil || watched.entry == playing else { return watching = nil }
    let start = status.item?.start ?? .zero
    let (played, length) = (
      status.position - start, min(status.item?.end ?? duration, duration) - start
    )
    // A seek to where it continues comes after the start.
    if watched.entry == nil, played < Self.least { return }
    watching?.entry = playing
    let isBegun = played >= Self.least && played + Self.rest <= length
    let value = CatalogueEntry.Watched(
      position: status.position, part: played.seconds / max(length.seconds, 1))
    catalogue.setWatched(isBegun ? value : nil, id: watched.id)
  }

  /// Less than this is not worth continuing, nor is a shorter rest.
  private static let least = MediaTime(10, 1)
  private static let rest = MediaTime(15, 1)

  mutating func setTheme(_ theme: Theme) { catalogue.setTheme(theme) }

  mutating func visitorLeft() {
    catalogue.reset()
    (watching, playsOnPage, spinner) = (nil, false, Spinner())
  }
}

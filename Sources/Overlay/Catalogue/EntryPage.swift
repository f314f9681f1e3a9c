import VitrineGestures
import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
import VitrineTiming

/// The page of one entry: its poster, which grows out of the card, and its texts.
///
/// The film can play in the poster's place, and from there on the whole display.
///
/// A finger that pulls the page down moves the poster back towards its card, and the page stays or
/// closes when the finger leaves. Positions are left to right, as in `Catalogue`.
struct EntryPage: Sendable {
  /// The element with the keyboard focus.
  enum Focus: Hashable, Sendable { case play, back }

  /// A film in the poster's place.
  enum Film: Hashable, Sendable {
    /// The poster is still visible.
    case opening
    case shown(isPaused: Bool)
  }

  private(set) var entry: CatalogueEntry
  /// The duration, the year, the languages and the categories.
  private(set) var facts: String
  private(set) var layout: EntryPageLayout
  /// The QR code of a link, if the poster has room for it.
  let code: CodeCard?
  private(set) var focus = Focus.play
  /// A larger poster than the card's, once it is made.
  var picture: PictureID?
  /// Nil if none plays here.
  var film: Film? { didSet { layout.setPlay(label) } }
  /// The texts of the button, without a film on the page and with one.
  private let labels: (play: String, fullScreen: String)
  private var opening: Opening
  private(set) var scroll: Scroll
  private var isScrolling = false

  /// Taps count once the buttons are visible.
  private static let tappable = 0.6
  /// In points per second.
  private static let fling = 600.0

  /// Without `isMoving`, it opens and closes at once.
  init(
    _ entry: CatalogueEntry, _ wording: Wording, in gallery: CatalogueLayout, isMoving: Bool = true,
    at time: HostTime
  ) {
    (self.entry, facts) = (entry, Self.facts(of: entry))
    labels = (entry.watched == nil ? wording.play : wording.resume, wording.fullScreen)
    layout = EntryPageLayout(entry, facts: facts, play: labels.play, gallery)
    code = entry.link.flatMap { [poster = layout.poster, unit = layout.unit] link in
      link.code.flatMap { CodeCard($0, wording.onPhone, on: poster, unit: unit) }
    }
    opening = Opening(isAnimated: isMoving, at: time)
    scroll = Scroll(extent: layout.description.height, scale: layout.unit)
    scroll.use(limit: layout.textHeight - layout.description.height, at: time)
  }

  /// The text of the button that plays the entry on the whole display.
  var label: String { isFilmShown ? labels.fullScreen : labels.play }

  /// The heights of the visible and of the whole description.
  private var textHeight: [Double] { [layout.description.height, layout.textHeight] }

  var isFilmShown: Bool { if case .shown = film { true } else { false } }

  private static func facts(of entry: CatalogueEntry) -> String {
    let duration = entry.duration.flatMap { $0.seconds >= 1 ? timeText($0, nil) : nil }
    var seen: Set<String> = []
    let languages = entry.languages.compactMap { LanguageCode($0)?.nativeName }
      .filter { seen.insert($0).inserted }.joined(separator: ", ")
    let categories = entry.categories.prefix(3).joined(separator: ", ")
    return [duration, entry.year.map(String.init), languages, categories].compactMap(\.self)
      .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// Adapts to other texts or another display. A different description returns to its start.
  mutating func update(
    _ entry: CatalogueEntry, _ wording: Wording, in gallery: CatalogueLayout, at time: HostTime
  ) {
    var page = EntryPage(entry, wording, in: gallery, isMoving: opening.isAnimated, at: time)
    (page.opening, page.picture, page.focus, page.film) = (opening, picture, focus, film)
    if entry.description == self.entry.description, page.textHeight == textHeight {
      (page.scroll, page.isScrolling) = (scroll, isScrolling)
    }
    self = page
  }

  // Time.

  /// How far it is open, from 0 to 1.
  func openness(at time: HostTime) -> Double { opening.value(at: time) }

  /// Whether the film is visible. The poster covers it while the page moves.
  func showsFilm(at time: HostTime) -> Bool { isFilmShown && openness(at: time) == 1 }

  var isClosing: Bool { opening.isClosing }

  /// Whether it has returned to its card.
  func isOver(at time: HostTime) -> Bool { opening.isOver(at: time) }

  /// When the appearance next changes after `time`.
  func nextFrame(after time: HostTime) -> HostTime? {
    scroll.isMoving || opening.isMoving(at: time) ? time : nil
  }

  mutating func advance(to time: HostTime) { scroll.advance(to: time) }

  /// Opens it, or opens it again while it closes.
  mutating func open(at time: HostTime) { opening.turn(isOpen: true, at: time) }

  mutating func close(at time: HostTime) { opening.turn(isOpen: false, at: time) }

  // Fingers.

  func region(at point: Point) -> Catalogue.Region {
    let slack = (6 * layout.unit).rounded()
    if layout.back.inset(-slack, -slack).contains(point) { return .pageBack }
    if film == nil, code?.frame.contains(point) == true { return .page }
    if layout.play.inset(-slack, -slack).contains(point) { return .pagePlay }
    return layout.poster.contains(point) ? .pagePoster : .page
  }

  /// Returns what a tap on a region asks for.
  mutating func tap(_ region: Catalogue.Region, at time: HostTime) -> [Catalogue.Outcome] {
    // The second tap of a double tap on the card comes too early for anything on the page.
    guard opening.part(at: time) > Self.tappable else { return [] }
    switch region {
    case .pageBack: close(at: time)
    case .pagePlay: return [.play(entry.id)]
    case .pagePoster: return [film == nil ? .playOnPage(entry.id) : .play(entry.id)]
    default: break
    }
    return []
  }

  /// A finger begins to scroll the description, or pulls the page down if that is at its start.
  mutating func beginDrag(_ distance: Double, at time: HostTime) {
    isScrolling = scroll.limit > 0 && (distance < 0 || scroll.state(at: time).place > 0)
    if isScrolling { scroll.hold(at: time) } else { opening.hold(at: time) }
    drag(distance)
  }

  mutating func drag(_ distance: Double) {
    if isScrolling { return scroll.pull(by: distance) }
    opening.pull(by: distance / (layout.screen.height * 0.6))
  }

  /// `velocity` is in pixels per second.
  mutating func endDrag(velocity: Double, at time: HostTime) {
    if isScrolling { return scroll.release(velocity: velocity, at: time) }
    let isFast = velocity.magnitude > Self.fling * layout.unit
    opening.release(isFast: isFast, isDown: velocity > 0, at: time)
  }

  mutating func cancelDrag(at time: HostTime) {
    if isScrolling { scroll.stop(at: time) } else { opening.cancel(at: time) }
  }

  mutating func scroll(by distance: Double, at time: HostTime) {
    scroll.glide(to: scroll.destination(at: time) + distance, at: time)
  }

  // Keys.

  /// Moves the focus to the other button.
  mutating func moveFocus() { focus = focus == .play ? .back : .play }

  /// Handles a key in left-to-right coordinates; `showsFocus` is whether the visitor could see the
  /// focus before.
  mutating func receive(
    _ key: KeyAction, isRepeated: Bool, showsFocus: Bool, at time: HostTime
  ) -> [Catalogue.Outcome] {
    switch key {
    case .playPause where film != nil: return isRepeated ? [] : [.perform(.toggle)]
    case .play where film != nil: return [.perform(.play)]
    case .pause where film != nil: return [.perform(.pause)]
    case .stop: if !isRepeated { close(at: time) }
    case .ok, .play, .playPause:
      if isRepeated || !showsFocus { return [] }
      if focus == .play { return [.play(entry.id)] }
      close(at: time)
    case .back, .info: if !isRepeated { close(at: time) }
    case .left: if showsFocus { focus = .back }
    case .right: if showsFocus { focus = .play }
    case .up, .down:
      let (place, isDown) = (scroll.destination(at: time), key == .down)
      if isDown ? place < scroll.limit : place > 0 {
        scroll(by: (isDown ? 0.5 : -0.5) * scroll.extent, at: time)
      } else if showsFocus {
        focus = isDown ? .play : .back
      }
    default: break
    }
    return []
  }
}
